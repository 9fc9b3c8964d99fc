import type { Tag } from '#contract/reading.ts'
import { Link } from '#site/ui/link.tsx'

/** Links to tag pages. */
export function TagList({ tags }: { tags: readonly Tag[] }) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map(({ slug, name }) => (
        <li key={slug}>
          <Link
            to={`/tag/${encodeURIComponent(slug)}`}
            viewTransition
            dir="auto"
            className="inline-flex min-h-11 items-center rounded-full bg-gray-100 px-4 text-sm hover:bg-gray-200 pointer-fine:min-h-9"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
