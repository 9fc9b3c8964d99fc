import { useState } from 'react'
import type { AdminMember } from '#contract/membership/membership-admin.ts'
import { formatMoney } from '#contract/membership/money.ts'
import type { BulkAction, RunOnRows } from '#site/admin/list/list-types.ts'
import { newId } from '#site/browser/new-id.ts'
import type { Api } from '#site/page.ts'
import { ReasonField } from '#site/people-admin/access-section.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { isBetween } from './admin-coupon-draft.ts'
import { runEachRow } from './run-each-row.ts'

/** At most; the server refuses more. */
export const MAX_MONTHS = 36

const members = (count: number) => (count === 1 ? '1 member' : `${count} members`)

/** Amounts by their currency. */
type Amounts = Map<string, number>

export function memberActions(api: Api): readonly BulkAction<AdminMember>[] {
  // What the run returned to members. It is reported when the run is done.
  const returned: Amounts = new Map()
  return [
    {
      id: 'grant',
      label: 'Give free months',
      icon: 'gift',
      inRow: 'menu',
      run: async () => [],
      done: (count) => `Free months given to ${members(count)}`,
      Dialog: (props) => <GrantDialog api={api} {...props} />,
    },
    {
      id: 'refund',
      label: 'Refund and end',
      icon: 'undo-2',
      tone: 'danger',
      inRow: 'menu',
      appliesTo: ({ state }) => state !== 'expired',
      labelInRow: ({ refundable }) => (refundable > 0 ? 'Refund and end' : 'End now'),
      run: async () => [],
      done(count) {
        const ended = count === 1 ? '1 membership ended' : `${count} memberships ended`
        const amounts = formatAmounts(returned)
        returned.clear()
        return `${ended}, ${amounts || 'nothing'} refunded`
      },
      Dialog: (props) => <RefundDialog api={api} returned={returned} {...props} />,
    },
  ]
}

type DialogProps = {
  api: Api
  rows: readonly AdminMember[]
  onRun(run: RunOnRows<AdminMember>): void
  onClose(): void
}

function GrantDialog({ api, rows, onRun, onClose }: DialogProps) {
  // A repeated request gives the months once.
  const [requests] = useState(() => new Map(rows.map(({ id }) => [id, newId()])))

  async function grant({ months = '', reason = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (!isBetween(months, 1, MAX_MONTHS))
      return { fields: { months: `Enter a whole number from 1 to ${MAX_MONTHS}.` } }
    onRun(
      runEachRow(({ id, person }) =>
        api('POST /api/admin/membership/grants', {
          body: { person: person.id, months: Number(months), reason, request: requests.get(id) ?? newId() },
        }),
      ),
    )
    return undefined
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Give free months to ${nameOf(rows)}`}
      description="The months start when what they have now ends. Nothing is charged."
    >
      <Form submit="Give months" onSubmit={grant}>
        <MonthsField />
        <ReasonField />
      </Form>
    </Dialog>
  )
}

function RefundDialog({ api, returned, rows, onRun, onClose }: DialogProps & { returned: Amounts }) {
  const refundable: Amounts = new Map()
  for (const { currency, refundable: amount } of rows) add(refundable, currency, amount)
  const amounts = formatAmounts(refundable)

  async function refund({ reason = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    onRun(
      runEachRow(async ({ id }) => {
        const body = { reason }
        const { currency, refunded } = await api('POST /api/admin/membership/members/{id}/refund', {
          params: { id },
          body,
        })
        add(returned, currency, refunded)
      }),
    )
    return undefined
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={amounts ? `Refund ${nameOf(rows)}?` : `End the membership of ${nameOf(rows)}?`}
      description={
        amounts
          ? `${amounts} of the last payment is returned, and the membership ends at once. This can’t be undone.`
          : 'Nothing was paid, so nothing is returned. The membership ends at once. This can’t be undone.'
      }
    >
      <Form submit={amounts ? `Refund ${amounts} and end` : 'End now'} tone="danger" onSubmit={refund}>
        <ReasonField />
      </Form>
    </Dialog>
  )
}

function add(amounts: Amounts, currency: string, amount: number) {
  if (amount > 0) amounts.set(currency, (amounts.get(currency) ?? 0) + amount)
}

/** "$5.00 and €9.00". Empty when there are none. */
function formatAmounts(amounts: Amounts) {
  return [...amounts].map(([currency, amount]) => formatMoney(amount, currency)).join(' and ')
}

export function MonthsField() {
  return (
    <TextField
      name="months"
      label="Months"
      required
      inputMode="numeric"
      autoComplete="off"
      defaultValue="1"
      hint={`From 1 to ${MAX_MONTHS}.`}
    />
  )
}

function nameOf(rows: readonly AdminMember[]) {
  const [first] = rows
  return rows.length === 1 && first ? first.person.name : members(rows.length)
}
