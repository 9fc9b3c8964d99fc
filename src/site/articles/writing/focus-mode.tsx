import { useEffect, useState } from 'react'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

const STORED_AS = 'bramble:focus-mode'
/** Escape closes these first. */
const POPUPS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Hides everything but the text. Remembered in this browser. */
export function useFocusMode() {
  const [on, setOn] = useState(false)
  useEffect(() => setOn(readStored()), [])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShortcut = (event.metaKey || event.ctrlKey) && event.shiftKey && event.key.toLowerCase() === 'f'
      const leaves = on && event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(POPUPS)
      if (!isShortcut && !leaves) return
      event.preventDefault()
      change(!on)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])

  function change(next: boolean) {
    setOn(next)
    store(next)
  }
  return { on, enter: () => change(true), leave: () => change(false) }
}

/** For touch screens, which have no Escape key. */
export function LeaveFocusMode({ onLeave }: { onLeave(): void }) {
  return (
    <div className="fixed end-2 top-2 z-30">
      <IconButton label="Leave focus mode" onClick={onLeave} className="text-gray-500">
        <Icon name="minimize-2" />
      </IconButton>
    </div>
  )
}

function readStored() {
  try {
    return localStorage.getItem(STORED_AS) === 'on'
  } catch {
    // Storage is blocked: the mode is not remembered.
    return false
  }
}

function store(on: boolean) {
  try {
    if (on) localStorage.setItem(STORED_AS, 'on')
    else localStorage.removeItem(STORED_AS)
  } catch {
    // Storage is blocked: the mode is not remembered.
  }
}
