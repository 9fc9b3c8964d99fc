import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { FocusFirst } from '#site/identity/account/focus.tsx'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { endOfDay, isBetween } from './admin-coupon-draft.ts'
import { useRequestIds } from './use-request-ids.ts'

const MAX_CODES = 500
const fieldNames = ['count', 'months', 'note', 'expiresAt']

/** Makes codes that cost nothing, and offers them as a file. */
export function NewGiftCodes() {
  const [open, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  function change(next: boolean) {
    setOpen(next)
    if (next) setCodes(null)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      trigger={
        <Button>
          <Icon name="plus" size={18} />
          Make gift codes
        </Button>
      }
      title={
        codes
          ? `${codes.length.toLocaleString('en')} gift ${codes.length === 1 ? 'code' : 'codes'} made`
          : 'Make gift codes'
      }
    >
      {codes ? (
        <FocusFirst>
          <MadeCodes codes={codes} />
        </FocusFirst>
      ) : (
        <BatchForm onMade={setCodes} />
      )}
    </Dialog>
  )
}

function BatchForm({ onMade }: { onMade(codes: readonly string[]): void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  // A repeated attempt after a lost answer makes the codes once.
  const requestId = useRequestIds()

  async function make(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { count = '', months = '', note = '', expiresAt = '' } = values
    const problems = {
      ...(!isBetween(count, 1, MAX_CODES) && { count: `Enter a whole number from 1 to ${MAX_CODES}.` }),
      ...(!isBetween(months, 1, 36) && { months: 'Enter a whole number from 1 to 36.' }),
    }
    if (Object.keys(problems).length > 0) return { fields: problems }
    try {
      const batch = { count: Number(count), months: Number(months), note, expiresAt: endOfDay(expiresAt) }
      const body = { ...batch, request: requestId(JSON.stringify(batch)) }
      const made = await api('POST /api/admin/membership/gift-codes', { body })
      onMade(made.flatMap(({ code }) => code ?? []))
      await revalidate()
      return undefined
    } catch (error) {
      return toFieldProblem(error, fieldNames)
    }
  }

  return (
    <Form submit="Make codes" onSubmit={make}>
      <div className="grid grid-cols-2 items-start gap-5">
        <TextField
          name="count"
          label="Number of codes"
          required
          inputMode="numeric"
          autoComplete="off"
          defaultValue="1"
        />
        <TextField
          name="months"
          label="Months for each"
          required
          inputMode="numeric"
          autoComplete="off"
          defaultValue="12"
        />
      </div>
      <TextField name="note" label="Note" maxLength={200} dir="auto" hint="What they are for. Only admins see it." />
      <TextField name="expiresAt" label="Last day" type="date" hint="Leave blank if they don’t expire." />
    </Form>
  )
}

function MadeCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')

  function download() {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    Object.assign(document.createElement('a'), { href: address, download: 'gift-codes.txt' }).click()
    URL.revokeObjectURL(address)
  }

  return (
    <>
      <p className="text-gray-600">Each code can be redeemed once, on the membership page.</p>
      <textarea
        readOnly
        dir="ltr"
        aria-label="Gift codes"
        rows={Math.min(10, codes.length)}
        value={text}
        className="w-full rounded-md border border-gray-300 bg-gray-50 px-3.5 py-2.5 font-mono text-sm"
      />
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={text} label="Copy all" />
        <Button tone="quiet" size="sm" onClick={download}>
          <Icon name="download" size={16} />
          Download
        </Button>
        <DialogClose>
          <Button size="sm" className="ms-auto">
            Done
          </Button>
        </DialogClose>
      </div>
    </>
  )
}
