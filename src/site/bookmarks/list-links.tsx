import type { ReadingList } from '#contract/bookmarks.ts'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'

type Props = { label: string; lists: readonly ReadingList[]; chosen: string | null; pathOf(id: string): string }

export function ListLinks({ label, lists, chosen, pathOf }: Props) {
  return (
    <nav aria-label={label} className="mt-6">
      <ul className="flex flex-wrap gap-2">
        {lists.map((list) => (
          <li key={list.id} className="max-w-full">
            <Link
              to={pathOf(list.id)}
              viewTransition
              aria-current={list.id === chosen ? 'page' : undefined}
              className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-gray-100 px-4 text-sm hover:bg-gray-200 aria-[current]:bg-gray-900 aria-[current]:text-white pointer-fine:min-h-9"
            >
              {list.public && <Icon name="globe" size={14} label="Public" />}
              <span dir="auto" className="min-w-0 truncate">
                {list.name}
              </span>
              <span className="tabular-nums opacity-80">{list.stories}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
