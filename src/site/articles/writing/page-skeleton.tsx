import { Icon } from '#site/ui/icon.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { TextSkeleton } from './editor-pane.tsx'
import { Link } from '#site/ui/link.tsx'

/** Shown until the editor is ready. */
export function PageSkeleton({ back }: { back: { to: string; name: string } }) {
  return (
    <div data-own-bar className="min-h-dvh">
      <header className="flex h-14 items-center border-b border-gray-100 px-1.5 sm:px-3">
        <Link
          to={back.to}
          aria-label={back.name}
          className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full text-sm text-gray-600 hover:bg-gray-100 md:px-3"
        >
          <Icon name="arrow-left" size={18} className="rtl:-scale-x-100" />
          <span className="max-md:hidden">{back.name}</span>
        </Link>
      </header>
      <div className="mx-auto max-w-paper px-5 pt-6 sm:pt-10">
        <h1 className="sr-only">Write a story</h1>
        <Skeleton className="h-9 w-32 rounded-full" />
        <Skeleton className="mt-6 h-12 w-3/4 rounded-sm" />
        <Skeleton className="mt-4 mb-8 h-7 w-1/2 rounded-sm" />
        <TextSkeleton />
      </div>
    </div>
  )
}
