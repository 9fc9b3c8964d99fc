import { type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { LONGEST_RESPONSE } from '#contract/constants.ts'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { errorCode } from '#site/errors/messages.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { newId } from '#site/browser/new-id.ts'
import { useConversation } from './context.ts'
import { type Draft, type DraftKey, saveDraft, readDraft } from './drafts.ts'
import { insertMention } from './mention-input.ts'
import { MentionList } from './mention-list.tsx'
import { CONVERSATION_ID } from './location.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { ReviewNotice } from './review-notice.tsx'
import { useMentions } from './use-mentions.ts'

/** Shows the remaining characters from here on. */
const COUNTER_FROM = 500

type Props = {
  label: string
  submit: string
  /** Initial text when there is no saved draft. */
  beginning?: string
  hint?: string
  place: DraftKey
  /** Idempotent by key. Throws when refused. */
  onSend(text: string, key: string): Promise<void>
  onCancel(): void
}

/** The draft survives errors, reloads and signing in. */
export function ResponseForm({ label, submit, beginning = '', hint = '', place, onSend, onCancel }: Props) {
  const { path, viewer, story } = useConversation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<Draft>(() => initialDraft(readDraft(place), beginning))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ message: string; signIn: boolean } | null>(null)
  const { text } = draft
  const caret = useRef<number | null>(text.length)

  function write(next: Draft) {
    setDraft(next)
    saveDraft(place, next)
  }
  const mentions = useMentions({
    storyId: story.id,
    wanted: viewer !== null,
    onChoose(mention, handle) {
      const changed = insertMention(text, mention, handle)
      caret.current = changed.caret
      write({ ...draft, text: changed.text })
    },
  })

  useEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    if (caret.current !== null) area.setSelectionRange(caret.current, caret.current)
    caret.current = null
    // Fallback for browsers without `field-sizing`.
    if (CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  })

  const words = text.trim()
  const remaining = LONGEST_RESPONSE - words.length
  const signIn = withNext('/auth/newauth', `${path}#${CONVERSATION_ID}`)

  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (busy || viewer === null || words === '' || remaining < 0) return
    const key = draft.sent?.text === words ? draft.sent.key : newId()
    setBusy(true)
    setError(null)
    write({ text, sent: { key, text: words } })
    try {
      await onSend(words, key)
      saveDraft(place, null)
    } catch (caught) {
      setBusy(false)
      setError({ message: errorMessage(caught), signIn: signedOut.has(errorCode(caught)) })
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (mentions.onKey(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }

  return (
    <form method="post" onSubmit={(event) => void send(event)} className="grid grid-cols-1 gap-3">
      <div className="relative">
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-gray-800">
          {label}
        </label>
        <textarea
          ref={field}
          id={id}
          value={text}
          rows={3}
          dir="auto"
          aria-describedby={`${id}-about`}
          aria-invalid={remaining < 0 || undefined}
          className={`block max-h-[60dvh] min-h-24 resize-none py-2.5 field-sizing-content ${controlLook}`}
          {...mentions.field}
          onChange={({ target }) => {
            write({ ...draft, text: target.value })
            mentions.look(target.value, target.selectionEnd)
          }}
          onSelect={({ currentTarget }) => mentions.look(currentTarget.value, currentTarget.selectionEnd)}
          onBlur={mentions.leave}
          onKeyDown={onKeyDown}
        />
        <MentionList mentions={mentions} />
      </div>
      <p id={`${id}-about`} className={`text-sm ${remaining < 0 ? 'font-medium text-danger-700' : 'text-gray-600'}`}>
        {remaining < 0
          ? overLimitMessage(-remaining)
          : [hint, remaining <= COUNTER_FROM && `${remaining} characters left.`].filter(Boolean).join(' ')}
      </p>
      {viewer && <ReviewNotice storyId={story.id} text={text} />}
      <div role="alert" className="empty:hidden">
        {error && (
          <p className="rounded-md bg-danger-50 px-3.5 py-2.5 text-sm text-danger-800">
            {error.message} {error.signIn && <TextLink to={signIn}>Sign in</TextLink>}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {viewer ? (
          <Button type="submit" size="sm" busy={busy} disabled={words === '' || remaining < 0}>
            {submit}
          </Button>
        ) : (
          <ButtonLink to={signIn} size="sm">
            Sign in to respond
          </ButtonLink>
        )}
        <Button
          tone="plain"
          size="sm"
          onClick={() => {
            saveDraft(place, null)
            onCancel()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

const signedOut: ReadonlySet<string> = new Set(['sign-in-needed', 'user-token-expired', 'invalid-user-token'])

/** Prefers the saved draft, and appends the mention when it is missing there. */
function initialDraft(saved: Draft | null, beginning: string): Draft {
  if (!saved) return { text: beginning, sent: null }
  if (!beginning.startsWith('@') || saved.text.includes(beginning.trim())) return saved
  return { text: `${saved.text.trimEnd()} ${beginning}`, sent: null }
}

function overLimitMessage(count: number) {
  return count === 1 ? '1 character over the limit.' : `${count.toLocaleString('en-GB')} characters over the limit.`
}
