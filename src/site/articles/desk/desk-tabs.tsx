import type { ArticleState } from '#contract/articles/articles.ts'
import { type DeskQuery, formatDeskUrl, withState } from './desk-query.ts'
import { stateLabels } from '#site/stories/article-labels.ts'
import { Link } from '#site/ui/link.tsx'

type Props = {
  path: string
  tabs: readonly ArticleState[]
  counts: Record<ArticleState, number>
  asked: DeskQuery
}

/** A link for each state; the first is the default. */
export function DeskTabs({ path, tabs, counts, asked }: Props) {
  const [usual = 'draft'] = tabs
  // Removed articles are rare, so the tab is hidden when there are none.
  const shown = tabs.filter((state) => state !== 'removed' || counts.removed > 0 || asked.state === 'removed')
  return (
    <nav aria-label="By state" className="relative overflow-x-auto border-b border-gray-200 max-sm:-mx-5 max-sm:px-5">
      <ul className="flex gap-6">
        {shown.map((state) => (
          <li key={state}>
            <Link
              ref={asked.state === state ? scrollToTab : null}
              to={formatDeskUrl(path, withState(asked, state), usual)}
              viewTransition
              aria-current={asked.state === state ? 'page' : undefined}
              className="inline-flex min-h-12 items-center gap-2 border-b-2 border-transparent text-sm whitespace-nowrap text-gray-600 hover:text-gray-900 aria-[current]:border-primary-700 aria-[current]:font-medium aria-[current]:text-gray-900"
            >
              {stateLabels[state].tab}{' '}
              <span className="text-gray-600 tabular-nums">{counts[state].toLocaleString('en')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the current tab into view: on a phone not all tabs fit. */
function scrollToTab(tab: HTMLElement | null) {
  const nav = tab?.closest('nav')
  if (tab && nav) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
}
