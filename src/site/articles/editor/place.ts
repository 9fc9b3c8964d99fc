import {
  type Placement,
  type ReferenceElement,
  autoUpdate,
  computePosition,
  flip,
  offset,
  shift,
  size,
} from '@floating-ui/dom'
import { type RefObject, useEffect } from 'react'

type Options = {
  /** Where it belongs; null while it belongs nowhere. */
  at: () => ReferenceElement | null
  placement: Placement
  /** Whatever moves the place when it changes. */
  when: unknown
  gap?: number
}

/** Keeps something that floats beside its place, through scrolling and resizing, and inside what can be seen. */
export function usePlace(floating: RefObject<HTMLElement | null>, { at, placement, when, gap = 8 }: Options) {
  useEffect(() => {
    const element = floating.current
    const reference = element && at()
    if (!element || !reference) return
    // Not hidden, only unseen until it has its place: what is hidden cannot take the keyboard.
    if (element.style.left === '') element.style.opacity = '0'
    return autoUpdate(reference, element, () => void put(reference, element, { placement, gap }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `at` is a new function each time, `when` says when it differs
  }, [floating, placement, gap, when])
}

async function put(
  reference: ReferenceElement,
  element: HTMLElement,
  { placement, gap }: { placement: Placement; gap: number },
) {
  const { x, y } = await computePosition(reference, element, {
    placement,
    middleware: [
      offset(gap),
      flip({ padding: 8 }),
      shift({ padding: 8 }),
      size({
        padding: 8,
        apply: ({ availableHeight }) => element.style.setProperty('--room', `${Math.max(160, availableHeight)}px`),
      }),
    ],
  })
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, opacity: '' })
}
