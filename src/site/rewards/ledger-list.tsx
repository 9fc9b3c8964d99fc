import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'
import type { HistoryView } from './berry-basket-data.ts'
import { BASKET, formatBerries, formatNumber, kindTexts } from './labels.ts'
import { ListSkeleton, NO_STORY, StoryTitle, withFresh } from './list-parts.tsx'

const words = { one: 'entry', many: 'entries', next: 'Older', first: 'Back to the latest' }
const address = (before: string | null) => withQuery(BASKET, { show: 'history', before })

/** Where berries came from and went. */
export function LedgerList({ page, first }: HistoryView) {
  return (
    <section aria-labelledby="history" className="mx-auto mt-8 max-w-3xl">
      <h2 id="history" className="font-serif text-xl font-semibold">
        History
      </h2>
      <InfiniteList
        page={page}
        first={first ? null : address(null)}
        pathOf={address}
        words={words}
        skeleton={<ListSkeleton />}
      >
        {(items) => <Entries items={withFresh(items, page.items)} />}
      </InfiniteList>
    </section>
  )
}

type Item = HistoryView['page']['items'][number]

function Entries({ items }: { items: readonly Item[] }) {
  if (items.length === 0)
    return (
      <EmptyState icon="cherry" title="No berries yet" action={<ButtonLink to="/latest">Read a story</ButtonLink>}>
        Every berry that you earn, give or redeem is listed here.
      </EmptyState>
    )
  return (
    <ul className="mt-4 divide-y divide-gray-200 border-y border-gray-200">
      {items.map((item) => (
        <Entry key={item.id} item={item} />
      ))}
    </ul>
  )
}

function Entry({ item }: { item: Item }) {
  const { kind, amount, balance, at, note } = item
  const { name, icon } = kindTexts[kind]
  return (
    <li className="flex items-start gap-3 py-3.5">
      <Icon name={icon} className="mt-0.5 text-warning-800" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p>
          {name}
          <Subject item={item} />
        </p>
        {note && (
          <p className="text-sm whitespace-pre-line text-gray-800" dir="auto">
            {note}
          </p>
        )}
        <Time at={at} className="text-sm text-gray-600" />
      </div>
      <p className="shrink-0 text-end">
        <span className={`block font-semibold tabular-nums ${amount > 0 ? 'text-primary-700' : 'text-gray-900'}`}>
          {amount > 0 ? '+' : '−'}
          {formatNumber(Math.abs(amount))}
          <span className="sr-only"> {Math.abs(amount) === 1 ? 'berry' : 'berries'}</span>
        </span>
        <span className="text-sm text-gray-600 tabular-nums">
          <span className="sr-only">Balance afterwards: </span>
          {formatBerries(balance)}
        </span>
      </p>
    </li>
  )
}

/** What an entry is about. A streak is about nothing, and a correction sometimes. */
function Subject({ item: { kind, story, reward } }: { item: Item }) {
  if (reward !== null)
    return (
      <>
        {' '}
        <bdi className="font-medium">{reward}</bdi>
      </>
    )
  if (kind === 'streak' || (kind === 'correction' && !story)) return null
  return (
    <>
      {kind === 'correction' && ' for'}
      {kind === 'refund' && ' a gift for'} {story ? <StoryTitle story={story} /> : NO_STORY}
    </>
  )
}
