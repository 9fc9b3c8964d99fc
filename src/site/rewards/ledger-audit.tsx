import { type ReactNode, useMemo } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_NOTE, reversibleKinds, transferKinds } from '#contract/rewards/kinds.ts'
import type { AdminTransfer } from '#contract/rewards/rewards-admin.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { type Api, useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { formatNumber, kindNames } from './labels.ts'
import { NoteDialog, runOnEach } from './note-dialog.tsx'
import type { LedgerView } from './rewards-data.ts'

const accountNames: Record<string, string> = {
  'house:earned': 'Site: earned',
  'house:rewards': 'Site: rewards',
  'house:pending-gifts': 'Site: pending gifts',
  'house:corrections': 'Site: corrections',
}

const columns: readonly ListColumn<AdminTransfer>[] = [
  {
    id: 'number',
    header: 'Number',
    primary: true,
    cell: ({ id, reverses, reversed }) => (
      <span className="tabular-nums">
        #{id}
        {reverses !== null && <span className="block text-sm font-normal text-gray-600">reverses #{reverses}</span>}
        {reversed && <span className="block text-sm font-normal text-gray-600">reversed</span>}
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => <Badge>{kindNames[kind]}</Badge> },
  { id: 'entries', header: 'Entries', cell: ({ entries }) => <Entries entries={entries} /> },
  {
    id: 'note',
    header: 'Reason',
    cell: ({ note, by }) => (
      <span className="wrap-anywhere">
        {note ? <bdi>{note}</bdi> : '–'}
        {by && (
          <span className="block text-sm text-gray-600">
            by <bdi>{by}</bdi>
          </span>
        )}
      </span>
    ),
  },
  { id: 'at', header: 'Time', sort: 'at', firstOrder: 'descending', cell: ({ at }) => <Time at={at} /> },
  {
    id: 'cause',
    header: 'Cause',
    hiddenByDefault: true,
    cell: ({ cause }) => <span className="font-mono text-sm wrap-anywhere">{cause}</span>,
  },
]

const filters: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: transferKinds.map((value) => ({ value, label: kindNames[value] })),
  },
]

function Entries({ entries }: Pick<AdminTransfer, 'entries'>) {
  return (
    <ul className="grid gap-0.5">
      {entries.map(({ account, person, amount }) => (
        <li key={account} className="flex justify-between gap-4">
          <span className="min-w-0 wrap-anywhere">
            {person ? (
              <TextLink to={`/admin/users/${person.id}`}>
                <bdi>{person.name}</bdi>
              </TextLink>
            ) : (
              (accountNames[account] ?? 'Deleted account')
            )}
          </span>
          <span className="font-medium whitespace-nowrap tabular-nums">
            {amount > 0 ? '+' : '−'}
            {formatNumber(Math.abs(amount))}
          </span>
        </li>
      ))}
    </ul>
  )
}

type Props = LedgerView & { children: ReactNode }

/** Every transfer with its entries. A mistake is corrected by a reversing transfer. */
export function LedgerAudit({ items, next, query, children }: Props) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const actions = useMemo(() => [reverseAction(api, revalidate)], [api, revalidate])
  return (
    <AdminList
      title="Rewards"
      path="/admin/rewards"
      noun={['transfer', 'transfers']}
      rows={items}
      next={next}
      query={query}
      tab="show"
      usualSort="-at"
      columns={columns}
      filters={filters}
      actions={actions}
      csv="/api/admin/rewards/ledger.csv"
      searchLabel="Handle or number"
      rowId={rowId}
      rowLabel={rowLabel}
      aside={<CorrectionDialog />}
      empty={
        <EmptyState icon="scroll-text" title="The ledger is empty">
          Every berry that is earned, given, redeemed or corrected is listed here.
        </EmptyState>
      }
    >
      {children}
    </AdminList>
  )
}

const rowId = ({ id }: AdminTransfer) => String(id)
const rowLabel = ({ id }: AdminTransfer) => `Transfer ${id}`

function describeReversal(rows: readonly AdminTransfer[]) {
  const base = 'A new transfer moves the berries back. It fails if a person no longer has them.'
  return rows.some(({ kind }) => kind === 'gift-received')
    ? `${base} The berries of a received gift go to the corrections of the site, not back to the giver.`
    : base
}

function reverseAction(api: Api, revalidate: () => Promise<void>): BulkAction<AdminTransfer> {
  const run = (note: string) =>
    runOnEach<AdminTransfer>(
      ({ id }) => api('POST /api/admin/rewards/ledger/{id}/reverse', { params: { id }, body: { note } }),
      rowId,
      revalidate,
    )
  return {
    id: 'reverse',
    label: 'Reverse',
    icon: 'undo-2',
    tone: 'danger',
    inRow: 'menu',
    appliesTo: ({ kind, reversed, reverses }) => !reversed && reverses === null && reversibleKinds.includes(kind),
    run: run(''),
    done: (count) => (count === 1 ? '1 transfer reversed' : `${count} transfers reversed`),
    Dialog: ({ rows, onRun, onClose }) => (
      <NoteDialog
        title={rows.length === 1 && rows[0] ? `Reverse transfer ${rows[0].id}?` : `Reverse ${rows.length} transfers?`}
        description={describeReversal(rows)}
        label="Reason"
        hint="The person sees it in their history."
        required
        maxLength={MAX_NOTE}
        submit="Reverse"
        tone="danger"
        onNote={(note) => onRun(run(note))}
        onClose={onClose}
      />
    ),
  }
}
