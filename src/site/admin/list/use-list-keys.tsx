import { type RefObject, useEffect, useRef, useState } from 'react'
import { onShortcut } from '#site/browser/first-keys.ts'
import { mayBeShortcut } from '#site/browser/shortcut-keys.ts'
import { Dialog } from '#site/ui/dialog.tsx'

/** An extra key for the row that has focus, such as `a` for approve. */
export type RowKey = { key: string; does: string; run(id: string): void }

const keys = [
  { key: 'j', does: 'Next row' },
  { key: 'k', does: 'Previous row' },
  { key: 'x', does: 'Select or deselect the row' },
  { key: 'Enter', does: 'Open the row' },
  { key: '?', does: 'Show these shortcuts' },
]

type Options = { list: RefObject<HTMLElement | null>; onToggle(id: string): void; extra?: readonly RowKey[] }

/** Keyboard control of a list. Rows carry `data-row` with their id and are focusable. */
export function useListKeys({ list, onToggle, extra = [] }: Options) {
  const [helpIsOpen, setHelpIsOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!mayBeShortcut(event)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const focused = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
      const current = focused ? rows.indexOf(focused) : -1
      if (event.key === 'j' || event.key === 'k') {
        const next = rows[event.key === 'j' ? current + 1 : Math.max(0, current - 1)]
        if (!next) return
        event.preventDefault()
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
      const id = focused?.dataset['row']
      if (id === undefined) return
      if (event.key === 'x') onToggle(id)
      // A link or button inside the row handles Enter itself.
      else if (event.key === 'Enter' && document.activeElement === focused)
        focused?.querySelector<HTMLElement>('[data-row-link]')?.click()
      else {
        const found = extra.find(({ key }) => key === event.key)
        if (!found) return
        found.run(id)
      }
      event.preventDefault()
    }
    return onShortcut(onKey)
  }, [list, onToggle, extra])

  const help = (
    <Dialog open={helpIsOpen} onOpenChange={setHelpIsOpen} title="Keyboard shortcuts" finalFocus={opener}>
      <dl className="divide-y divide-gray-200 border-y border-gray-200">
        {[...keys, ...extra].map(({ key, does }) => (
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
  return help
}
