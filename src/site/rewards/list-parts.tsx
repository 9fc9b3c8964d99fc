import { Link } from '#site/ui/link.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'

type Story = { slug: string; title: string; language: string }

/** Instead of the title of a story that was unpublished or deleted. */
export const NO_STORY = 'a story that is no longer available'

export function StoryTitle({ story: { slug, title, language } }: { story: Story }) {
  return (
    <Link
      to={`/story/${encodeURIComponent(slug)}`}
      viewTransition
      className="font-medium underline-offset-4 hover:underline"
    >
      <bdi {...inLanguage(language)}>{title}</bdi>
    </Link>
  )
}

/** The items of a list that has loaded more pages, with its first page as it was revalidated. */
export function withFresh<Item extends { id: string }>(items: readonly Item[], fresh: readonly Item[]) {
  const known = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...items.filter(({ id }) => !known.has(id))]
}

export function ListSkeleton() {
  return (
    <div aria-hidden>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3 border-b border-gray-200 py-4">
          <Skeleton className="size-5 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-3/4 rounded-sm" />
            <Skeleton className="h-4 w-24 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  )
}
