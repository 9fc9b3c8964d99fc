import { Skeleton } from '#site/ui/skeleton.tsx'

/** The skeleton in hash mode, where the first page is loaded by the browser. */
export function FirstFrame() {
  return (
    <div aria-busy className="mx-auto max-w-page px-5">
      <span className="sr-only">Loading</span>
      <div className="flex h-16 items-center justify-between">
        <Skeleton className="h-7 w-32 rounded-md" />
        <Skeleton className="h-9 w-20 rounded-full" />
      </div>
      <div className="max-w-3xl space-y-4 pt-16">
        <Skeleton className="h-10 w-3/4 rounded-md" />
        <Skeleton className="h-5 w-1/2 rounded-sm" />
      </div>
    </div>
  )
}
