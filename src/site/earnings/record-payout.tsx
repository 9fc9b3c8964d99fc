import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CreatorBalance } from '#contract/earnings/earnings-admin.ts'
import { Refusal } from '#contract/errors.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { newId } from '#site/browser/new-id.ts'
import { listInvalidFields, toFieldProblem } from '#site/errors/form-errors.ts'
import { amountText, parseAmount } from '#site/membership/amount-input.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'

export function RecordPayout({ creator }: { creator: CreatorBalance }) {
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  // Kept until the payout is recorded: after a lost response, another attempt must not record a second one.
  const [request, setRequest] = useState(() => newId())
  const failed = useRef(false)
  const { person } = creator

  const change = (next: boolean) => {
    setOpen(next)
    // It may be recorded although no response came.
    if (!next && failed.current) void revalidate()
    failed.current = false
  }
  const finish = (title: string) => {
    failed.current = false
    setRequest(newId())
    setOpen(false)
    void toast({ title })
    void revalidate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      trigger={
        <Button tone="quiet" size="sm" aria-label={`Record payout to ${person.name}`}>
          Record payout
        </Button>
      }
      title={`Record a payout to ${person.name}`}
      description={`${formatMoney(creator.owed, creator.currency)} is owed. This transfers no money: pay first, then record it here.`}
    >
      <PayoutForm creator={creator} request={request} onDone={finish} onFail={() => (failed.current = true)} />
    </Dialog>
  )
}

type FormProps = { creator: CreatorBalance; request: string; onDone(title: string): void; onFail(): void }

function PayoutForm({ creator, request, onDone, onFail }: FormProps) {
  const api = useApi()
  const { person, owed, currency } = creator

  async function record({ amount = '', reference = '', paidOn = '' }: Record<string, string>) {
    const parsed = parseAmount(amount, currency)
    const problem = validate(parsed, creator)
    if (parsed === null || problem) return problem
    try {
      const body = { person: person.id, amount: parsed, currency, reference, paidOn, request }
      await api('POST /api/admin/earnings/payouts', { body })
    } catch (error) {
      if (listInvalidFields(error).some(({ name }) => name === 'request')) {
        onDone('Your earlier payout is recorded. Check what is still owed before you record another one.')
        return undefined
      }
      onFail()
      return describeProblem(error, currency)
    }
    onDone(`Payout of ${formatMoney(parsed, currency)} recorded`)
    return undefined
  }

  return (
    <Form submit="Record payout" onSubmit={record}>
      <TextField
        name="amount"
        label={`Amount in ${currency.toUpperCase()}`}
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={amountText(owed, currency)}
      />
      <TextField
        name="reference"
        label="Reference"
        hint="The number of the transfer, for example. The creator sees it."
        maxLength={200}
        autoComplete="off"
        required
      />
      <TextField name="paidOn" label="Paid on" type="date" required defaultValue={today()} />
    </Form>
  )
}

function validate(amount: number | null, { owed, currency }: CreatorBalance): FormProblem | undefined {
  if (amount === null || amount === 0)
    return { fields: { amount: `Enter an amount such as ${amountText(owed, currency)}.` } }
  if (amount > owed) return { fields: { amount: `Enter at most ${formatMoney(owed, currency)}, which is owed.` } }
  return undefined
}

function describeProblem(error: unknown, currency: string): FormProblem {
  const owed = error instanceof Refusal && error.code === 'payout-exceeds-owed' ? error.details['owed'] : undefined
  if (typeof owed === 'number')
    return { fields: { amount: `Another payout was recorded. ${formatMoney(owed, currency)} is still owed.` } }
  return toFieldProblem(error, ['reference', 'paidOn'])
}

/** The day of the admin, not that of UTC. */
function today() {
  return new Date().toLocaleDateString('sv')
}
