import { type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { LONGEST_RESPONSE } from '#contract/constants.ts'
import { withNext } from '#site/identity/sign-in/next.ts'
import { codeOf } from '#site/errors/messages.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { newId } from '#site/articles/writing/saving/ids.ts'
import { useConversation } from './context.ts'
import { type Draft, type DraftPlace, keepDraft, keptDraft } from './drafts.ts'
import { withMention } from './mention-at.ts'
import { MentionList } from './mention-list.tsx'
import { CONVERSATION_ID } from './place.ts'
import { reasonOf } from './reason.ts'
import { useMentions } from './use-mentions.ts'

/** From here on it says how much room is left. */
const NEARLY_FULL = 500

type Props = {
  label: string
  submit: string
  /** What stands there at first, unless something was begun before. */
  beginning?: string
  hint?: string
  /** Where the words are kept until they were sent. */
  place: DraftPlace
  /** Sends it; what it throws was refused. What is sent twice under one key is written once. */
  onSend(text: string, key: string): Promise<void>
  onCancel(): void
}

/** Where a response is written. Nothing that was typed is lost: not by a refusal, not by a reload, not by signing in. */
export function ResponseForm({ label, submit, beginning = '', hint = '', place, onSend, onCancel }: Props) {
  const { path, viewer, story } = useConversation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<Draft>(() => begin(keptDraft(place), beginning))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ words: string; signIn: boolean } | null>(null)
  const { text } = draft
  const caret = useRef<number | null>(text.length)

  function write(next: Draft) {
    setDraft(next)
    keepDraft(place, next)
  }
  const mentions = useMentions({
    storyId: story.id,
    wanted: viewer !== null,
    onChoose(mention, handle) {
      const changed = withMention(text, mention, handle)
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
    // Where the browser does not do it by itself.
    if (CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  })

  const words = text.trim()
  const left = LONGEST_RESPONSE - words.length
  const signIn = withNext('/auth/newauth', `${path}#${CONVERSATION_ID}`)

  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (busy || viewer === null || words === '' || left < 0) return
    const key = draft.sent?.text === words ? draft.sent.key : newId()
    setBusy(true)
    setProblem(null)
    write({ text, sent: { key, text: words } })
    try {
      await onSend(words, key)
      keepDraft(place, null)
    } catch (error) {
      setBusy(false)
      setProblem({ words: reasonOf(error), signIn: signedOut.has(codeOf(error)) })
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
          aria-invalid={left < 0 || undefined}
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
      <p id={`${id}-about`} className={`text-sm ${left < 0 ? 'font-medium text-danger-700' : 'text-gray-600'}`}>
        {left < 0 ? tooLong(-left) : [hint, left <= NEARLY_FULL && `${left} letters left.`].filter(Boolean).join(' ')}
      </p>
      <div role="alert" className="empty:hidden">
        {problem && (
          <p className="rounded-md bg-danger-50 px-3.5 py-2.5 text-sm text-danger-800">
            {problem.words} {problem.signIn && <TextLink to={signIn}>Sign in</TextLink>}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {viewer ? (
          <Button type="submit" size="sm" busy={busy} disabled={words === '' || left < 0}>
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
            keepDraft(place, null)
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

/** What was begun before counts; whoever is answered is named in it. */
function begin(kept: Draft | null, beginning: string): Draft {
  if (!kept) return { text: beginning, sent: null }
  if (!beginning.startsWith('@') || kept.text.includes(beginning.trim())) return kept
  return { text: `${kept.text.trimEnd()} ${beginning}`, sent: null }
}

function tooLong(many: number) {
  return many === 1 ? 'One letter too many.' : `${many.toLocaleString('en-GB')} letters too many.`
}
