import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_NOTE } from '#contract/rewards/kinds.ts'
import type { AdminTransfer } from '#contract/rewards/rewards-admin.ts'
import { showError } from '#site/conversation/show-error.ts'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'
import { describeShortage } from './describe-shortage.ts'
import { formatBerries } from './labels.ts'
import { useIsMounted } from './use-is-mounted.ts'
import { type RequestId, useRequestId } from './use-request-id.ts'

/** Adds berries to a person or takes them, by a new entry in the ledger. */
export function CorrectionDialog() {
  const [open, setOpen] = useState(false)
  const request = useRequestId()
  return (
    <Dialog
      trigger={<Button tone="quiet">Correct a balance</Button>}
      open={open}
      onOpenChange={setOpen}
      title="Correct a balance"
      description="The person sees the correction and its reason in their history."
    >
      <CorrectionForm request={request} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

type FormProps = {
  request: RequestId
  onDone(): void
}

function CorrectionForm({ request, onDone }: FormProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const isOpen = useIsMounted()

  async function correct({
    handle = '',
    amount = '',
    note = '',
  }: Record<string, string>): Promise<FormProblem | undefined> {
    const name = handle.trim().replace(/^@/, '')
    const body = { handle: name, amount: Number(amount), note, request: request.get() }
    let corrected: AdminTransfer
    try {
      corrected = await api('POST /api/admin/rewards/corrections', { body })
    } catch (error) {
      if (!isOpen.current) await showError('Couldn’t correct the balance', error)
      const shortage = describeShortage(error, `@${name}`)
      return shortage === null ? toFieldProblem(error, ['handle', 'amount', 'note']) : { fields: { amount: shortage } }
    }
    request.renew()
    if (isOpen.current) onDone()
    await revalidate()
    await toast({ tone: 'success', title: describeCorrection(corrected) })
    return undefined
  }

  return (
    <Form
      submit="Correct"
      onSubmit={correct}
      beside={
        <DialogClose>
          <Button tone="quiet">Cancel</Button>
        </DialogClose>
      }
    >
      <TextField
        name="handle"
        label="Handle"
        required
        maxLength={60}
        dir="ltr"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        name="amount"
        label="Berries"
        hint="A number below 0 takes berries. A balance can’t go below 0."
        required
        type="number"
        min={-100_000}
        max={100_000}
        step={1}
      />
      <TextField name="note" label="Reason" required maxLength={MAX_NOTE} dir="auto" autoComplete="off" />
    </Form>
  )
}

/** From the reply: a repeated request is the first correction, whatever was entered since. */
function describeCorrection({ entries }: AdminTransfer) {
  const { person, amount = 0 } = entries.find((entry) => entry.person) ?? {}
  const [name, what] = [`@${person?.handle ?? ''}`, formatBerries(Math.abs(amount))]
  return amount > 0 ? `${name} got ${what}` : `${what} taken from ${name}`
}
