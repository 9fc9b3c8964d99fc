import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#site/errors/messages.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, IconButton } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'

type Props = {
  about: { quote: string } | null
  text: string
  onText(text: string): void
  onAdd(quote: string, text: string): Promise<void>
}

/** A note on a passage or on the whole text. The input is kept when saving fails. */
export function NoteForm({ about, text, onText, onAdd }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [quote, setQuote] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!about) return
    setQuote(about.quote)
    field.current?.focus()
  }, [about])

  async function send() {
    if (busy || text.trim() === '') return
    setBusy(true)
    setProblem(null)
    try {
      await onAdd(quote, text.trim())
      setQuote('')
      onText('')
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }

  return (
    <form
      method="post"
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {quote && (
        <div className="flex items-start gap-1 border-s-2 border-warning-200 bg-warning-50 ps-3 text-sm">
          <p dir="auto" className="line-clamp-3 min-w-0 flex-1 py-2 font-serif wrap-anywhere text-gray-700">
            {quote}
          </p>
          <IconButton label="Remove the quote" onClick={() => setQuote('')} className="pointer-fine:size-9">
            <Icon name="x" size={16} />
          </IconButton>
        </div>
      )}
      <textarea
        ref={field}
        aria-label={quote ? 'Your note on this passage' : 'Your note on the whole text'}
        placeholder={quote ? 'Add a note on this passage' : 'Add a note on the whole text'}
        rows={2}
        maxLength={5000}
        dir="auto"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send()
        }}
        className={`field-sizing-content py-2 text-sm! ${controlLook}`}
      />
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Button type="submit" tone="quiet" size="sm" busy={busy} className="justify-self-start">
        Add note
      </Button>
    </form>
  )
}
