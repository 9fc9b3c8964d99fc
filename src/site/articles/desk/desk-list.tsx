import { type ReactNode, useState } from 'react'
import { useNavigation } from 'react-router'
import type { ArticleState } from '#contract/articles/articles.ts'
import type { DeskItem } from '#contract/articles/desk.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { type DeskAction, asksFirst } from './desk-actions.ts'
import { ConfirmActionDialog, type PendingAction } from './confirm-action-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { SelectAll } from '#site/ui/select-all.tsx'
import { DeskFilters } from './desk-filters.tsx'
import { type DeskQuery, formatDeskUrl } from './desk-query.ts'
import { DeskRow } from './desk-row.tsx'
import { DeskTabs } from './desk-tabs.tsx'
import { useDesk } from './use-desk.ts'
import { useSelection } from '#site/ui/use-selection.ts'

type Page = {
  items: readonly DeskItem[]
  next: string | null
  counts: Record<ArticleState, number>
  asked: DeskQuery
  first: boolean
}

type Props = {
  page: Page
  path: string
  /** In order; the first is the default. */
  tabs: readonly [ArticleState, ...ArticleState[]]
  empty: ReactNode
}

/** Articles of one state, with actions for a row or a selection. */
export function DeskList({ page, path, tabs, empty }: Props) {
  const { asked, first, next } = page
  const { items, counts, failures, dismiss, run } = useDesk({ ...page, state: asked.state })
  const selection = useSelection(items.map(({ id }) => id))
  const [question, setQuestion] = useState<PendingAction<DeskItem> | null>(null)
  const isLoading = useNavigation().location?.pathname.endsWith(path)
  const chosen = items.filter(({ id }) => selection.chosen.includes(id))
  const [usual] = tabs

  function act(action: DeskAction, on: readonly DeskItem[]) {
    if (asksFirst(action, on)) setQuestion({ action, items: on })
    else void run(action, on)
  }

  function answer(note: string) {
    if (question) void run(question.action, question.items, note)
    setQuestion(null)
  }

  return (
    <>
      <DeskTabs path={path} tabs={tabs} counts={counts} asked={asked} />
      <DeskFilters path={path} usual={usual} asked={asked} />
      {failures && <Failures {...failures} onDismiss={dismiss} />}
      {isLoading ? (
        <RowSkeletons />
      ) : (
        <>
          {items.length > 0 && (
            <SelectAll chosen={chosen.length} of={items.length} onAll={selection.all} onNone={selection.none} />
          )}
          <ul className="sm:border-t sm:border-gray-200">
            {items.map((item) => (
              <DeskRow
                key={item.id}
                item={item}
                chosen={selection.has(item.id)}
                onChoose={(through) => selection.toggle(item.id, through)}
                onAct={(action) => act(action, [item])}
              />
            ))}
          </ul>
          {items.length === 0 && empty}
        </>
      )}
      <BulkBar chosen={chosen} onAct={(action) => act(action, chosen)} onNone={selection.none} />
      <Pagination
        label="More articles"
        byTime={asked.sort === 'changed' || (asked.sort === 'published' && asked.state !== 'scheduled')}
        first={first ? null : formatDeskUrl(path, asked, usual)}
        next={next && formatDeskUrl(path, { ...asked, before: next }, usual)}
      />
      <ConfirmActionDialog asked={question} onAnswer={answer} onClose={() => setQuestion(null)} />
    </>
  )
}

type FailuresProps = NonNullable<ReturnType<typeof useDesk>['failures']> & { onDismiss(): void }

function Failures({ action, of, refused, onDismiss }: FailuresProps) {
  return (
    <div className="pb-4">
      <Banner
        tone="danger"
        title={of === 1 ? `“${action}” failed` : `“${action}” failed for ${refused.length} of ${of} stories`}
        action={
          <Button tone="plain" size="sm" onClick={onDismiss}>
            Close
          </Button>
        }
      >
        <ul>
          {refused.map(({ id, title, sentence }) => (
            <li key={id}>
              <bdi className="font-medium">{title}</bdi>: {sentence}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

function RowSkeletons() {
  return (
    <div aria-hidden>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex gap-4 border-b border-gray-200 py-5">
          <Skeleton className="aspect-3/2 w-28 rounded-md max-sm:hidden" />
          <div className="flex-1">
            <Skeleton className="h-5 w-2/3 rounded-sm" />
            <Skeleton className="mt-3 h-4 w-1/3 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  )
}
