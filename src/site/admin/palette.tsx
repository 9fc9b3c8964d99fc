/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- focus stays in the field, which handles the keys */
import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useShell } from '#site/page.ts'
import { backdropLook } from '#site/ui/dialog.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { type Entry, useEntries } from './use-entries.ts'

export type AdminPaletteProps = {
  open: boolean
  onOpenChange(open: boolean): void
  /** The element to return focus to. */
  from: RefObject<HTMLElement | null>
}

/** Finds pages, actions, people and stories. Arrow keys choose, Enter opens. */
export function AdminPalette({ open, onOpenChange, from }: AdminPaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropLook} />
        <Dialog.Popup
          finalFocus={from}
          className="fixed top-[max(1rem,12dvh)] left-1/2 z-40 w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg bg-white shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">Find people, stories and actions</Dialog.Title>
          <Finder onLeave={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onLeave }: { onLeave(): void }) {
  const { viewer } = useShell()
  const navigate = useNavigate()
  const list = useId()
  const [q, setQ] = useState('')
  const [active, setActive] = useState(0)
  const { entries, isLoading, failed } = useEntries(q, viewer?.role)
  const current = entries[Math.min(active, entries.length - 1)]

  function follow(entry: Entry | undefined) {
    if (!entry) return
    onLeave()
    void navigate(entry.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      setActive((active + step + entries.length) % entries.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      follow(current)
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-gray-200 ps-5 pe-2">
        <Icon name="search" size={18} className="text-gray-500" />
        <input
          role="combobox"
          aria-label="Find people, stories and actions"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={current && `${list}-${current.id}`}
          value={q}
          placeholder="Find people, stories and actions"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          dir="auto"
          onChange={(event) => {
            setQ(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 flex-1 text-base outline-none placeholder:text-gray-500"
        />
        <Dialog.Close
          aria-label="Close"
          className="grid size-11 shrink-0 place-items-center rounded-full text-gray-500 hover:bg-gray-100"
        >
          <Icon name="x" />
        </Dialog.Close>
      </div>
      <ul id={list} role="listbox" aria-label="Results" className="max-h-[50dvh] overflow-y-auto p-2">
        {entries.map((entry) => (
          <li
            key={entry.id}
            id={`${list}-${entry.id}`}
            role="option"
            aria-selected={entry === current}
            ref={(item) => {
              if (item && entry === current) item.scrollIntoView?.({ block: 'nearest' })
            }}
            onClick={() => follow(entry)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-sm hover:bg-gray-50 aria-selected:bg-primary-50"
          >
            <Icon name={entry.icon} size={18} className="shrink-0 text-gray-500" />
            <bdi className="min-w-0 flex-1 truncate">{entry.name}</bdi>
            <span className="shrink-0 text-gray-600">{entry.kind}</span>
          </li>
        ))}
      </ul>
      <output className="block px-5 pb-4 text-sm text-gray-600 empty:hidden">
        {failed
          ? 'People and stories could not be searched. Try again.'
          : entries.length > 0
            ? ''
            : isLoading
              ? 'Searching…'
              : 'Nothing found. Try another word.'}
      </output>
    </>
  )
}
