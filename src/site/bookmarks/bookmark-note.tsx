import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'

const focusOnMount = (field: HTMLElement | null) => field?.focus()

type Props = { title: string; note: string; onSave(note: string): void }

export function BookmarkNote({ title, note, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)

  function close() {
    setDraft(null)
    // The button exists again only after the next render.
    requestAnimationFrame(() => opener.current?.focus({ preventScroll: true }))
  }

  function save() {
    if (draft !== null && draft.trim() !== note) onSave(draft.trim())
    close()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }

  if (draft !== null) {
    return (
      <div className="grid gap-2 pb-2">
        <textarea
          aria-label={`Note on “${title}”`}
          ref={focusOnMount}
          dir="auto"
          rows={2}
          maxLength={1000}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className={`py-2.5 field-sizing-content ${controlLook}`}
        />
        <div className="flex gap-2">
          <Button size="sm" onClick={save}>
            Save note
          </Button>
          <Button size="sm" tone="plain" onClick={close}>
            Cancel
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="flex items-start gap-2">
      {note && (
        <p
          dir="auto"
          className="min-w-0 flex-1 border-s-2 border-primary-600 py-1.5 ps-3 text-sm whitespace-pre-line wrap-anywhere text-gray-700"
        >
          {note}
        </p>
      )}
      <button
        ref={opener}
        type="button"
        aria-label={note ? `Edit note on “${title}”` : `Add a note to “${title}”`}
        className="needs-script inline-flex min-h-11 items-center gap-1.5 rounded-full text-sm text-gray-600 hover:text-gray-900 hover:underline pointer-fine:min-h-8"
        onClick={() => setDraft(note)}
      >
        <Icon name={note ? 'pencil' : 'message-square-plus'} size={16} />
        {note ? 'Edit' : 'Add a note'}
      </button>
    </div>
  )
}
