import { Form } from 'react-router'
import type { CaseDetail as Detail, ListedResponse } from '#contract/moderation/moderation.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Link } from '#site/ui/link.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { Time } from '#site/ui/time.tsx'
import { useSelection } from '#site/ui/use-selection.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CaseDetail } from './case-detail.tsx'
import { actions, askingActions, heldNames, plural, stateNames } from './labels.ts'
import { screenAddress } from './screen-address.ts'
import type { Decisions } from './use-decisions.ts'

type Props = {
  query: Record<string, string>
  page: { items: ListedResponse[]; next: string | null }
  detail: Detail | null
  decisions: Decisions
}

export function AllResponses({ query, page: { items, next }, detail, decisions }: Props) {
  const selection = useSelection(items.map(({ id }) => id))
  return (
    <>
      <Filters key={JSON.stringify(query)} query={query} />
      <BulkBar
        chosen={selection.chosen}
        busy={decisions.busy}
        onAct={(action) => decisions.act({ action, targets: selection.chosen })}
        onClear={selection.none}
      />
      {items.length === 0 && (
        <EmptyState icon="search" title="No responses found">
          Try other words or clear the filters.
        </EmptyState>
      )}
      <ul className="mt-4">
        {items.map((response) => (
          <li
            key={response.id}
            data-chosen={selection.has(response.id) || undefined}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-b border-gray-200 py-4 data-chosen:bg-primary-50"
          >
            <label className="-mt-2 grid size-11 place-items-center noscript:invisible">
              <input
                type="checkbox"
                checked={selection.has(response.id)}
                aria-label={`Select the response by ${response.author.name}`}
                onClick={(event) => selection.toggle(response.id, event.shiftKey)}
                onChange={() => {}}
                className="size-5 accent-primary-700"
              />
            </label>
            <Row
              response={response}
              query={query}
              detail={detail?.id === response.id ? detail : null}
              decisions={decisions}
            />
          </li>
        ))}
      </ul>
      <Pagination
        label="More responses"
        first={query['before'] ? screenAddress(query, { before: null, case: null }) : null}
        next={next && screenAddress(query, { before: next, case: null })}
      />
    </>
  )
}

type RowProps = { response: ListedResponse; query: Record<string, string>; detail: Detail | null; decisions: Decisions }

function Row({ response, query, detail, decisions }: RowProps) {
  const { id, author, text, state, heldFor, reports, createdAt, story } = response
  return (
    <article aria-label={`Response by ${author.name}`} className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-gray-600">
        <Link
          to={screenAddress({ view: 'all' }, { author: author.handle })}
          className="font-medium text-gray-900 hover:underline"
        >
          <bdi>{author.name}</bdi>
        </Link>
        <Badge tone={state === 'shown' ? 'neutral' : 'warning'}>{stateNames[state]}</Badge>
        {heldFor && <span>{heldNames[heldFor]}</span>}
        {reports > 0 && <span>{plural(reports, 'report')}</span>}
        <Time at={createdAt} />
      </p>
      {text && (
        <p
          dir="auto"
          className={`mt-1 max-w-reading wrap-anywhere whitespace-pre-line ${detail ? '' : 'line-clamp-3'}`}
        >
          {text}
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-gray-600">
        <Link to={screenAddress({ view: 'all' }, { story: story.slug })} className="underline underline-offset-2">
          <bdi>{story.title || 'Untitled'}</bdi>
        </Link>
        <Link
          to={screenAddress(query, { case: detail ? null : id })}
          preventScrollReset
          aria-label={`${detail ? 'Close' : 'Details of'} the response by ${author.name}`}
          className="inline-flex min-h-11 items-center font-medium text-gray-800 hover:underline pointer-fine:min-h-8"
        >
          {detail ? 'Close' : 'Details'}
        </Link>
      </p>
      {detail && (
        <>
          <div className="mt-2 flex flex-wrap gap-2 noscript:hidden">
            {detail.can.map((action) => (
              <DetailAction key={action} action={action} onAct={() => decisions.act({ action, targets: [id] })} />
            ))}
          </div>
          <CaseDetail detail={detail} decisions={decisions} />
        </>
      )}
    </article>
  )
}

function DetailAction({ action, onAct }: { action: Detail['can'][number]; onAct(): void }) {
  return (
    <Button tone="quiet" size="sm" onClick={onAct}>
      {actions[action].name}
      {askingActions.has(action) && '…'}
    </Button>
  )
}

const states = ['shown', 'held', 'hidden', 'deleted', 'shadow'] as const

/** A form with GET: it works without scripts. */
function Filters({ query }: { query: Record<string, string> }) {
  const look = `min-h-11 ${controlLook}`
  return (
    <search>
      <Form action="/admin/responses" className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <input type="hidden" name="view" value="all" />
        <input
          name="q"
          type="search"
          aria-label="Words"
          placeholder="Words"
          defaultValue={query['q']}
          className={look}
        />
        <input
          name="author"
          aria-label="Author’s handle"
          placeholder="Author’s handle"
          defaultValue={query['author']}
          autoCapitalize="none"
          spellCheck={false}
          className={look}
        />
        <input
          name="story"
          aria-label="Story address"
          placeholder="Story address"
          defaultValue={query['story']}
          className={look}
        />
        <select name="state" aria-label="State" defaultValue={query['state'] ?? ''} className={look}>
          <option value="">Any state</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </select>
        <select name="sort" aria-label="Order" defaultValue={query['sort'] ?? ''} className={look}>
          <option value="">Newest first</option>
          <option value="reports">Most reported first</option>
        </select>
        <div className="flex gap-2">
          <Button type="submit" tone="quiet">
            Search
          </Button>
          <ButtonLink to="/admin/responses?view=all" tone="plain">
            Clear
          </ButtonLink>
        </div>
      </Form>
    </search>
  )
}
