import { Skeleton } from '#site/ui/skeleton.tsx'

/** Where the form is about to stand. */
export function ProfileSkeleton() {
  return (
    <div aria-hidden data-skeleton="" className="grid grid-cols-1 gap-5 py-8">
      <Skeleton className="size-24 rounded-full" />
      {['h-11', 'h-11', 'h-24'].map((height, nth) => (
        // oxlint-disable-next-line react/no-array-index-key -- they stand for nothing
        <Skeleton key={nth} className={`w-full rounded-md ${height}`} />
      ))}
    </div>
  )
}
