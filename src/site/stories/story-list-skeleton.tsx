import { Skeleton } from '#site/ui/skeleton.tsx'

const shapes = [
  { title: 'w-4/5', lead: 'w-full', picture: true },
  { title: 'w-3/5', lead: 'w-11/12', picture: true },
  { title: 'w-2/3', lead: 'w-3/4', picture: false },
]

export function StoryListSkeleton() {
  return (
    <div aria-hidden data-skeleton="">
      {shapes.map(({ title, lead, picture }) => (
        <div key={title} className="flex gap-5 border-b border-gray-200 py-7 sm:gap-8">
          <div className="min-w-0 flex-1">
            <div className="flex items-center gap-2">
              <Skeleton className="size-6 rounded-full" />
              <Skeleton className="h-3.5 w-36 rounded-sm" />
            </div>
            <Skeleton className={`mt-4 h-6 rounded-sm ${title}`} />
            <Skeleton className={`mt-3 h-4 rounded-sm ${lead}`} />
            <Skeleton className="mt-5 h-3.5 w-44 rounded-sm" />
          </div>
          {picture && <Skeleton className="aspect-3/2 w-24 self-center rounded-md max-xs:w-20 sm:w-40 md:w-48" />}
        </div>
      ))}
    </div>
  )
}
