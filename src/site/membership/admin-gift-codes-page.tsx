import { useMemo } from 'react'
import type { AdminGiftCode } from '#contract/membership/membership-admin.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { type Api, useApi, usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { NewGiftCodes } from './admin-gift-code-dialog.tsx'
import type { giftCodesData } from './admin-gift-codes-data.ts'
import { giftStateNames, giftStateTones, optionsOf } from './admin-labels.ts'
import { MembershipNav } from './admin-nav.tsx'
import { formatMonths } from './format-membership.ts'
import { PersonLink } from './person-link.tsx'
import { runEachRow } from './run-each-row.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const columns: readonly ListColumn<AdminGiftCode>[] = [
  {
    id: 'code',
    header: 'Code',
    primary: true,
    cell: ({ code }) =>
      code === null ? (
        <span className="text-gray-600">Not paid yet</span>
      ) : (
        <span dir="ltr" className="font-mono text-sm wrap-anywhere">
          {code}
        </span>
      ),
  },
  { id: 'months', header: 'Worth', cell: ({ months }) => formatMonths(months) },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={giftStateTones[state]}>{giftStateNames[state]}</Badge>,
  },
  {
    id: 'buyer',
    header: 'Bought by',
    cell: ({ buyer, bought }) => <PersonLink person={buyer} none={bought ? 'Deleted account' : 'Made here'} />,
  },
  {
    id: 'redeemed',
    header: 'Redeemed by',
    cell: ({ redeemedBy, state }) => (
      <PersonLink person={redeemedBy} none={state === 'redeemed' ? 'Deleted account' : '–'} />
    ),
  },
  { id: 'note', header: 'Note', cell: ({ note }) => (note ? <bdi className="wrap-anywhere">{note}</bdi> : '–') },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt ? <AbsoluteTime at={expiresAt} /> : 'Never'),
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created',
    firstOrder: 'descending',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

const filters: readonly ListFilter[] = [
  { kind: 'choice', name: 'state', label: 'State', options: optionsOf(giftStateNames) },
]

export default function GiftCodesPage() {
  const { items, next, provider, query } = usePageData<typeof giftCodesData>()
  const api = useApi()
  const actions = useMemo(() => [endAction(api)], [api])
  return (
    <AdminList
      title="Gift codes"
      path="/admin/membership/gift-codes"
      noun={['gift code', 'gift codes']}
      rows={items}
      next={next}
      query={query}
      usualSort="-created"
      columns={columns}
      filters={filters}
      actions={actions}
      searchLabel="Search gift codes"
      rowId={rowId}
      rowLabel={rowLabel}
      aside={<NewGiftCodes />}
      empty={
        <EmptyState icon="gift" title="No gift codes yet">
          People buy gift codes on the membership page. You can also make codes that cost nothing, such as for a
          competition.
        </EmptyState>
      }
    >
      <MembershipNav current="/admin/membership/gift-codes" provider={provider} />
    </AdminList>
  )
}

const rowId = ({ id }: AdminGiftCode) => id
const rowLabel = ({ code, id }: AdminGiftCode) => code ?? id

function endAction(api: Api): BulkAction<AdminGiftCode> {
  return {
    id: 'end',
    label: 'End',
    icon: 'circle-stop',
    tone: 'danger',
    inRow: 'button',
    appliesTo: ({ state }) => state === 'ready',
    run: runEachRow(({ id }) => api('POST /api/admin/membership/gift-codes/{id}/end', { params: { id } })),
    done: (count) => (count === 1 ? 'Gift code ended' : `${count} gift codes ended`),
    confirm: {
      title: (count) => (count === 1 ? 'End this gift code?' : `End ${count} gift codes?`),
      text: 'It can’t be redeemed anymore. A payment for it is not refunded.',
      button: 'End',
    },
  }
}
