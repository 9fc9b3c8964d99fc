import { Link } from 'react-router'
import type { ArticleState } from '#contract/articles.ts'
import { type DeskQuery, deskAddress, inState } from './desk-query.ts'
import { stateWords } from './words.ts'

type Props = {
  path: string
  tabs: readonly ArticleState[]
  counts: Record<ArticleState, number>
  asked: DeskQuery
}

/** One tab a state, each with its own address; the first of them is the usual one. */
export function DeskTabs({ path, tabs, counts, asked }: Props) {
  const [usual = 'draft'] = tabs
  // Hardly anything is ever removed; the tab is there when something is.
  const shown = tabs.filter((state) => state !== 'removed' || counts.removed > 0 || asked.state === 'removed')
  return (
    <nav aria-label="By state" className="relative overflow-x-auto border-b border-gray-200 max-sm:-mx-5 max-sm:px-5">
      <ul className="flex gap-6">
        {shown.map((state) => (
          <li key={state}>
            <Link
              ref={asked.state === state ? showTab : null}
              to={deskAddress(path, inState(asked, state), usual)}
              viewTransition
              aria-current={asked.state === state ? 'page' : undefined}
              className="inline-flex min-h-12 items-center gap-2 border-b-2 border-transparent text-sm whitespace-nowrap text-gray-600 hover:text-gray-900 aria-[current]:border-primary-700 aria-[current]:font-medium aria-[current]:text-gray-900"
            >
              {stateWords[state].tab}{' '}
              <span className="text-gray-600 tabular-nums">{counts[state].toLocaleString('en')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On a phone not all of them fit: the one that is open must not be out of sight. */
function showTab(tab: HTMLElement | null) {
  const nav = tab?.closest('nav')
  if (tab && nav) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
}
