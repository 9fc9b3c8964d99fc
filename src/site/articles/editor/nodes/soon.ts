import { type RefObject, useEffect } from 'react'

/** After whatever gives the keyboard back to the text, which the editor does a frame late. */
export function soon(run: () => void) {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}

/** The field of something that was just asked for takes the keyboard. */
export function useFocusSoon(field: RefObject<HTMLElement | null>) {
  useEffect(() => soon(() => field.current?.focus()), [field])
}
