import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** Focuses the first field of what replaces its button. */
export function FocusFirst({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input:not([hidden]), select, textarea')?.focus(), [])
  return (
    <div ref={box} className="grid grid-cols-1 gap-5">
      {children}
    </div>
  )
}

/** Returns the focus to the button when the form closes. */
export function useReturnFocus(open: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(open)
  useEffect(() => {
    if (before.current && !open) button.current?.focus()
    before.current = open
  }, [open])
  return button
}

/** Moves the focus to what describes the new state, or to the start of the page, when the button that changed it is gone. */
export function useFocusOnChange(target: RefObject<HTMLElement | null>, state: string) {
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state) (target.current ?? document.getElementById('content'))?.focus()
    before.current = state
  }, [target, state])
}
