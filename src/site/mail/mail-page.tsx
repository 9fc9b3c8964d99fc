import { useMemo } from 'react'
import type { Mail } from '#contract/mail/mail.ts'
import { mailStates } from '#contract/mail/mail-states.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { useApi, usePageData } from '#site/page.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import type { mailData } from './mail-data.ts'
import { MailStateBadge, describeKind, mailStateNames } from './mail-state.tsx'

const columns: readonly ListColumn<Mail>[] = [
  { id: 'subject', header: 'Subject', primary: true, cell: ({ subject }) => <span dir="auto">{subject}</span> },
  {
    id: 'to',
    header: 'Recipient',
    cell: ({ to }) => (
      <span className="wrap-anywhere" dir="ltr">
        {to}
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: (mail) => <State mail={mail} /> },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => describeKind(kind) },
  {
    id: 'created',
    header: 'Created',
    sort: 'created',
    firstOrder: 'descending',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: 'sent',
    header: 'Delivered',
    hiddenByDefault: true,
    cell: ({ sentAt }) => (sentAt ? <Time at={sentAt} /> : '–'),
  },
  { id: 'attempts', header: 'Attempts', numeric: true, hiddenByDefault: true, cell: ({ attempts }) => attempts },
]

export default function MailPage() {
  const { items, next, summary, query } = usePageData<typeof mailData>()
  const api = useApi()
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: 'State',
        options: mailStates.map((state) => ({ value: state, label: mailStateNames[state] })),
      },
      {
        kind: 'choice',
        name: 'kind',
        label: 'Kind',
        options: summary.kinds.map((kind) => ({ value: kind, label: describeKind(kind) })),
      },
      { kind: 'date', name: 'from', label: 'From' },
      { kind: 'date', name: 'to', label: 'To' },
    ],
    [summary.kinds],
  )
  const hasServer = summary.server !== null
  const actions = useMemo<BulkAction<Mail>[]>(
    () => [
      {
        id: 'send',
        label: 'Send again',
        icon: 'send',
        // Without a server nothing can be sent.
        appliesTo: ({ state }) => hasServer && state !== 'waiting',
        async run(rows) {
          const outcomes = await api('POST /api/admin/mail/send', { body: { ids: rows.map(({ id }) => id) } })
          return outcomes.flatMap(({ id, refused }) => (refused ? { id, message: refused.message } : []))
        },
        done: (count) => (count === 1 ? '1 email will be sent again' : `${count} emails will be sent again`),
      },
    ],
    [api, hasServer],
  )
  return (
    <AdminList
      title="Mail"
      path="/admin/mail"
      noun={['email', 'emails']}
      rows={items}
      next={next}
      query={query}
      usualSort="-created"
      columns={columns}
      filters={filters}
      actions={actions}
      searchLabel="Search by recipient"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      empty={
        <EmptyState icon="mail" title="No mail yet">
          Mail appears here when someone signs up.
        </EmptyState>
      }
    >
      <p className="mt-3 max-w-reading text-gray-600">
        {hasServer ? (
          <>
            Email of the last 30 days, sent through <span dir="ltr">{summary.server}</span>.
          </>
        ) : (
          'No mail server (SMTP) is configured, so email is not delivered. It is stored here with its links, so that you can pass them on yourself.'
        )}
      </p>
    </AdminList>
  )
}

const rowId = ({ id }: Mail) => id
const rowLabel = ({ subject, to }: Mail) => `${subject} (${to})`
const rowUrl = ({ id }: Mail) => `/admin/mail/${id}`

function State({ mail: { state, problem, link, code } }: { mail: Mail }) {
  const secret = link ?? code
  return (
    <div className="grid max-w-sm grid-cols-1 justify-items-start gap-1.5">
      <MailStateBadge state={state} />
      {problem && <p className="text-sm wrap-anywhere text-danger-800">{problem}</p>}
      {secret && (
        <div className="flex max-w-full items-center gap-2">
          <code className="min-w-0 flex-1 truncate font-mono text-xs text-gray-700" dir="ltr">
            {secret}
          </code>
          <CopyButton text={secret} />
        </div>
      )}
    </div>
  )
}
