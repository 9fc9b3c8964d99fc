import { useRef, useState } from 'react'
import { newId } from '#site/browser/new-id.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'

/** The id stays the same when the request is repeated, so that an answer that got lost makes no second reply. */
export type ReplyDraft = { id: string; text: string; isOpen: boolean }

export function isUnsent(draft: ReplyDraft | undefined) {
  return draft !== undefined && draft.isOpen && draft.text.trim() !== ''
}

type Props = {
  to: string
  draft: ReplyDraft | undefined
  onDraft(draft: ReplyDraft | undefined): void
  onReply(reply: { id: string; text: string }): Promise<void>
}

/** A reply to a note, opened on demand. The text is kept when saving fails, also when the note was deleted meanwhile. */
export function ReplyForm({ to, draft, onDraft, onReply }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)

  async function send() {
    if (busy || !draft || draft.text.trim() === '') return
    setBusy(true)
    setProblem(null)
    try {
      await onReply({ id: draft.id, text: draft.text.trim() })
      close(undefined)
    } catch (error) {
      setProblem(
        errorCode(error) === 'not-found'
          ? 'This note was deleted. Copy your text and add it as a new note.'
          : errorMessage(error),
      )
    }
    setBusy(false)
  }

  function close(left: ReplyDraft | undefined) {
    onDraft(left)
    setProblem(null)
    // The button is shown again after this.
    setTimeout(() => opener.current?.focus())
  }

  if (!draft?.isOpen)
    return (
      <Button
        ref={opener}
        tone="plain"
        size="sm"
        className="-ms-2"
        aria-label={`Reply to ${to}`}
        onClick={() => onDraft({ id: draft?.id ?? newId(), text: draft?.text ?? '', isOpen: true })}
      >
        Reply
      </Button>
    )
  return (
    <form
      method="post"
      className="mt-2 grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={focusOnce}
        aria-label={`Your reply to ${to}`}
        rows={2}
        maxLength={5000}
        dir="auto"
        value={draft.text}
        onChange={(event) => onDraft({ ...draft, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send()
        }}
        className={`field-sizing-content py-2 text-sm! ${controlLook}`}
      />
      {problem && <Banner tone="danger">{problem}</Banner>}
      <div className="flex gap-2">
        <Button type="submit" tone="quiet" size="sm" busy={busy}>
          Reply
        </Button>
        <Button tone="plain" size="sm" onClick={() => close({ ...draft, isOpen: false })}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The person asked for the field. */
function focusOnce(field: HTMLTextAreaElement | null) {
  field?.focus()
}
