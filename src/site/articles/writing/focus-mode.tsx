import { useEffect, useEffectEvent, useState } from 'react'
import { readStored, writeStored } from '#site/browser/web-storage.ts'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import type { SaveState } from '#site/articles/writing/saving/save-state.ts'
import { focusSoon } from './focus-soon.ts'
import { getSaveStatus } from './save-status-text.ts'
import { SaveStatus } from './save-status.tsx'

const STORED_AS = 'bramble:focus-mode'
/** Escape closes these first. */
const POPUPS = '[role=dialog]:not([data-toast]), [role=alertdialog]:not([data-toast]), [role=menu], [role=listbox]'

/** Hides everything but the text. Remembered in this browser. */
export function useFocusMode(focusText: () => void) {
  const [on, setOn] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => setOn(readStored('localStorage', STORED_AS) === 'on'), [])

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.metaKey || event.ctrlKey) && event.shiftKey && event.key.toLowerCase() === 'f'
    // Escape may also cancel the composition of an input method, or close the toast that has the focus.
    const isEscape = event.key === 'Escape' && !event.defaultPrevented && !event.isComposing
    const isInToast = event.target instanceof Element && event.target.closest('[data-toast]')
    const leaves = on && isEscape && !isInToast && !document.querySelector(POPUPS)
    if (!isShortcut && !leaves) return
    event.preventDefault()
    change(!on)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  function change(next: boolean) {
    setOn(next)
    writeStored('localStorage', STORED_AS, next ? 'on' : null)
    setAnnouncement(next ? 'Focus mode on. Press Escape to leave it.' : 'Focus mode off.')
    // The focused button may be hidden now.
    focusSoon(() => {
      const { activeElement } = document
      if (!activeElement || activeElement === document.body || activeElement.closest('[data-own-bar]')) focusText()
    })
  }
  return { on, announcement, enter: () => change(true), leave: () => change(false) }
}

/** The button is for touch screens, which have no Escape key. The save status is shown only while changes are not saved. */
export function FocusModeBar({ state, onLeave }: { state: SaveState; onLeave(): void }) {
  const showsStatus = state.phase === 'waiting' || getSaveStatus(state, 0).isProblem
  return (
    <div className="fixed end-2 top-2 z-30 flex max-w-[calc(100vw-1rem)] items-center gap-1">
      <div className={showsStatus ? 'min-w-0 rounded-full bg-white px-3 py-1' : 'sr-only'}>
        <SaveStatus state={state} />
      </div>
      <IconButton label="Leave focus mode" onClick={onLeave} className="shrink-0 text-gray-500">
        <Icon name="minimize-2" />
      </IconButton>
    </div>
  )
}
