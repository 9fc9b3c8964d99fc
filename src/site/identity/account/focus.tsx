import { type ReactNode, useEffect, useRef } from 'react'

/** Focuses the first field of a form that replaces its button. */
export function FocusFirst({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), [])
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
