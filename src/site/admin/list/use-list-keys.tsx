import { type RefObject, useEffect, useRef, useState } from 'react'
import { onShortcut } from '#site/browser/first-keys.ts'
import { mayBeShortcut } from '#site/browser/shortcut-keys.ts'
import { Dialog } from '#site/ui/dialog.tsx'

/** An extra key, such as `a` for approve. It gets the row with the focus. */
type RowKey = { key: string; does: string; run(id: string | null): void }

const keys = [
  { key: 'j', does: 'Next row' },
  { key: 'k', does: 'Previous row' },
  { key: 'x', does: 'Select or deselect the row' },
]
const help = { key: '?', does: 'Show these shortcuts' }

type Options = {
  list: RefObject<HTMLElement | null>
  onToggle(id: string): void
  /** Whether Enter opens a panel below the row. */
  opensPanel: boolean
  extra: readonly RowKey[]
}

/** Keyboard control of a list. Rows carry `data-row` with their id and are focusable; their panels carry `data-panel`. */
export function useListKeys({ list, onToggle, opensPanel, extra }: Options) {
  const [helpIsOpen, setHelpIsOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)
  // After an action removed the row with the focus, `j` continues with the one that took its place.
  const place = useRef(0)

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!mayBeShortcut(event)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const focused = rowWithFocus(rows)
      if (event.key === 'j' || event.key === 'k') {
        const at = nextPlace(event.key, focused ? rows.indexOf(focused) : null, place.current)
        const next = rows[at]
        if (!next) return
        event.preventDefault()
        place.current = at
        next.focus()
        next.scrollIntoView({ block: 'nearest' })
        return
      }
      if (event.key === '?') {
        event.preventDefault()
        opener.current = focused
        setHelpIsOpen(true)
        return
      }
      const id = focused?.dataset['row'] ?? null
      const found = extra.find(({ key }) => key === event.key)
      if (found) found.run(id)
      else if (event.key === 'x' && id !== null) onToggle(id)
      // A link or button inside the row handles Enter itself.
      else if (event.key === 'Enter' && focused && document.activeElement === focused)
        focused.querySelector<HTMLElement>('[data-row-link]')?.click()
      else return
      event.preventDefault()
    }
    return onShortcut(onKey)
  }, [list, onToggle, extra])

  const enter = { key: 'Enter', does: opensPanel ? 'Open or close the details' : 'Open the row' }
  return (
    <Dialog open={helpIsOpen} onOpenChange={setHelpIsOpen} title="Keyboard shortcuts" finalFocus={opener}>
      <dl className="divide-y divide-gray-200 border-y border-gray-200">
        {[...keys, enter, ...extra, help].map(({ key, does }) => (
          <div key={key} className="flex min-h-11 flex-row-reverse items-center justify-between gap-4 py-2">
            <dt>
              <kbd className="rounded-sm border border-gray-300 bg-gray-50 px-2 py-0.5 font-mono text-sm">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function rowWithFocus(rows: readonly HTMLElement[]) {
  const place = document.activeElement?.closest<HTMLElement>('[data-row], [data-panel]')
  const id = place?.dataset['row'] ?? place?.dataset['panel']
  return rows.find(({ dataset }) => dataset['row'] === id) ?? null
}

function nextPlace(key: 'j' | 'k', current: number | null, last: number) {
  if (key === 'j') return current === null ? last : current + 1
  return Math.max(0, (current ?? last) - 1)
}
