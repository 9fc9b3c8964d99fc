import { type ReactNode, useMemo } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_NOTE, redemptionStates } from '#contract/rewards/kinds.ts'
import type { AdminRedemption } from '#contract/rewards/rewards-admin.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { type Api, useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { formatBerries, formatNumber } from './labels.ts'
import { NoteDialog, runOnEach } from './note-dialog.tsx'
import type { RedemptionsView } from './rewards-data.ts'

const states = { 'to-fulfil': 'To fulfil', 'fulfilled': 'Fulfilled', 'refunded': 'Refunded' }
const tones = { 'to-fulfil': 'warning', 'fulfilled': 'primary', 'refunded': 'neutral' } as const

const columns: readonly ListColumn<AdminRedemption>[] = [
  {
    id: 'reward',
    header: 'Reward',
    primary: true,
    cell: ({ reward }) => (
      <span className="font-medium wrap-anywhere" dir="auto">
        {reward.name}
      </span>
    ),
  },
  {
    id: 'person',
    header: 'Person',
    cell: ({ person }) =>
      person ? (
        <TextLink to={`/admin/users/${person.id}`}>
          <bdi>{person.name}</bdi>
        </TextLink>
      ) : (
        'Deleted account'
      ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={tones[state]}>{states[state]}</Badge>,
  },
  {
    id: 'answer',
    header: 'Answer',
    cell: ({ answer }) =>
      answer ? (
        <span className="wrap-anywhere whitespace-pre-line" dir="auto">
          {answer}
        </span>
      ) : (
        '–'
      ),
  },
  {
    id: 'price',
    header: 'Berries',
    sort: 'price',
    firstOrder: 'descending',
    numeric: true,
    cell: ({ price }) => formatNumber(price),
  },
  { id: 'at', header: 'Redeemed', sort: 'at', firstOrder: 'descending', cell: ({ at }) => <Time at={at} /> },
  {
    id: 'note',
    header: 'Note',
    hiddenByDefault: true,
    cell: ({ note }) => (note ? <bdi className="wrap-anywhere">{note}</bdi> : '–'),
  },
]

type Props = RedemptionsView & { children: ReactNode }

/** The rewards that people redeemed, to fulfil or refund. */
export function RedemptionDesk({ items, next, query, overview, children }: Props) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const actions = useMemo(() => [fulfilAction(api, revalidate), refundAction(api, revalidate)], [api, revalidate])
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: 'State',
        options: redemptionStates.map((value) => ({ value, label: states[value] })),
      },
      {
        kind: 'choice',
        name: 'reward',
        label: 'Reward',
        options: overview.rewards.map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    [overview.rewards],
  )
  return (
    <AdminList
      title="Rewards"
      path="/admin/rewards"
      noun={['redemption', 'redemptions']}
      rows={items}
      next={next}
      query={query}
      tab="show"
      usualSort="-at"
      columns={columns}
      filters={filters}
      actions={actions}
      csv="/api/admin/rewards/redemptions.csv"
      searchLabel="Search by name or handle"
      rowId={rowId}
      rowLabel={rowLabel}
      empty={
        <EmptyState icon="gift" title="No redemptions yet">
          When people redeem berries for a reward, you see it here.
        </EmptyState>
      }
    >
      {children}
    </AdminList>
  )
}

const rowId = ({ id }: AdminRedemption) => id
const rowLabel = ({ reward, person }: AdminRedemption) => `${reward.name} for ${person?.name ?? 'a deleted account'}`

function fulfilAction(api: Api, revalidate: () => Promise<void>): BulkAction<AdminRedemption> {
  const run = (note: string) =>
    runOnEach<AdminRedemption>(
      ({ id }) => api('POST /api/admin/rewards/redemptions/{id}/fulfil', { params: { id }, body: { note } }),
      rowId,
      revalidate,
    )
  return {
    id: 'fulfil',
    label: 'Fulfil',
    icon: 'check',
    inRow: 'button',
    appliesTo: ({ state }) => state === 'to-fulfil',
    run: run(''),
    done: (count) => (count === 1 ? '1 redemption fulfilled' : `${count} redemptions fulfilled`),
    Dialog: ({ rows, onRun, onClose }) => (
      <NoteDialog
        title={rows.length === 1 && rows[0] ? `Fulfil “${rows[0].reward.name}”` : `Fulfil ${rows.length} redemptions`}
        description="The person is notified that their reward is ready."
        label="Note for the person"
        hint="Such as a code, or when the parcel arrives."
        maxLength={MAX_NOTE}
        submit="Mark as fulfilled"
        onNote={(note) => onRun(run(note))}
        onClose={onClose}
      />
    ),
  }
}

function refundAction(api: Api, revalidate: () => Promise<void>): BulkAction<AdminRedemption> {
  const run = (note: string) =>
    runOnEach<AdminRedemption>(
      ({ id }) => api('POST /api/admin/rewards/redemptions/{id}/refund', { params: { id }, body: { note } }),
      rowId,
      revalidate,
    )
  return {
    id: 'refund',
    label: 'Refund',
    icon: 'rotate-ccw',
    tone: 'danger',
    inRow: 'menu',
    appliesTo: ({ state }) => state !== 'refunded',
    run: run(''),
    done: (count) => (count === 1 ? '1 redemption refunded' : `${count} redemptions refunded`),
    Dialog: ({ rows, onRun, onClose }) => (
      <NoteDialog
        title={rows.length === 1 && rows[0] ? `Refund “${rows[0].reward.name}”?` : `Refund ${rows.length} redemptions?`}
        description={`${formatBerries(rows.reduce((sum, { price }) => sum + price, 0))} go back, and the stock is restored.`}
        label="Reason"
        hint="The person sees it."
        required
        maxLength={MAX_NOTE}
        submit="Refund"
        tone="danger"
        onNote={(note) => onRun(run(note))}
        onClose={onClose}
      />
    ),
  }
}
