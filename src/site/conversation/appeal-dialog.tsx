import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { MAX_APPEAL_LENGTH, describeDecision } from '#contract/moderation/names.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Spinner } from '#site/ui/spinner.tsx'
import { toast } from '#site/ui/toast.tsx'

type Status = Reply<'GET /api/appeals/{target}'>

type Props = { target: string; what: 'response' | 'story'; onClose(): void }

/** Why a response was hidden or a story removed, and the one appeal of its author. */
export function AppealDialog({ target, what, onClose }: Props) {
  const api = useApi()
  const [status, setStatus] = useState<Status | string | null>(null)
  useEffect(() => {
    let isCurrent = true
    api('GET /api/appeals/{target}', { params: { target } }).then(
      (found) => isCurrent && setStatus(found),
      (error: unknown) => isCurrent && setStatus(errorMessage(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [api, target])

  async function send(text: string) {
    try {
      await api('POST /api/appeals/{target}', { params: { target }, body: { text } })
    } catch (error) {
      return { message: errorMessage(error) }
    }
    onClose()
    await toast({ tone: 'success', title: 'Appeal sent. We’ll notify you when an editor has decided.' })
    return undefined
  }

  const known = typeof status === 'object' ? status : null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={what === 'response' ? 'Your response is hidden' : 'Your story was removed'}
      description={(known && describeDecision({ reason: known.reason ?? undefined, note: known.note })) || ''}
    >
      {status === null && <Spinner />}
      {typeof status === 'string' && <p className="text-danger-700">{status}</p>}
      {known?.appeal && <AppealStatus appeal={known.appeal} />}
      {known && !known.appeal && !known.possible && <p>There is nothing to appeal. Reload the page.</p>}
      {known?.possible && (
        <Form
          submit="Send appeal"
          onSubmit={({ text = '' }) => send(text)}
          beside={
            <DialogClose>
              <Button tone="quiet">Cancel</Button>
            </DialogClose>
          }
        >
          <TextArea
            name="text"
            label={`Why should this ${what} be visible?`}
            hint="You can appeal once. An editor will read it."
            required
            maxLength={MAX_APPEAL_LENGTH}
            rows={5}
            dir="auto"
          />
        </Form>
      )}
    </Dialog>
  )
}

const outcomes = {
  waiting: 'You have appealed. An editor will decide.',
  accepted: 'Your appeal was accepted.',
  rejected: 'Your appeal was rejected.',
}

function AppealStatus({ appeal: { outcome, text, note } }: { appeal: NonNullable<Status['appeal']> }) {
  return (
    <div className="grid gap-3">
      <p className="font-medium">{outcomes[outcome ?? 'waiting']}</p>
      {note && <p dir="auto">{note}</p>}
      <blockquote
        dir="auto"
        className="border-s-2 border-gray-300 ps-3 wrap-anywhere whitespace-pre-line text-gray-600"
      >
        {text}
      </blockquote>
    </div>
  )
}
