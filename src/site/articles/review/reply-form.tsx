import { useRef, useState } from 'react'
import { newId } from '#site/browser/new-id.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'

type Props = { to: string; onReply(reply: { id: string; text: string }): Promise<void> }

/** A reply to a note, opened on demand. The text is kept when saving fails, also when the note was deleted meanwhile. */
export function ReplyForm({ to, onReply }: Props) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useRef<string>(null)
  const opener = useRef<HTMLButtonElement>(null)

  async function send() {
    if (busy || text.trim() === '') return
    setBusy(true)
    setProblem(null)
    try {
      // The same id when it is repeated, so that an answer that got lost makes no second reply.
      id.current ??= newId()
      await onReply({ id: id.current, text: text.trim() })
      id.current = null
      setText('')
      close()
    } catch (error) {
      setProblem(
        errorCode(error) === 'not-found'
          ? 'This note was deleted. Copy your text and add it as a new note.'
          : errorMessage(error),
      )
    }
    setBusy(false)
  }

  function close() {
    setOpen(false)
    setProblem(null)
    // The button is shown again after this.
    setTimeout(() => opener.current?.focus())
  }

  if (!open)
    return (
      <Button
        ref={opener}
        tone="plain"
        size="sm"
        className="-ms-2"
        aria-label={`Reply to ${to}`}
        onClick={() => setOpen(true)}
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
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
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
        <Button tone="plain" size="sm" onClick={close}>
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
