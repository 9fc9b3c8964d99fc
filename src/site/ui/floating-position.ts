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
  /** The anchor, or null while there is none. */
  at: () => ReferenceElement | null
  placement: Placement
  /** Repositions when this value changes. */
  when: unknown
  gap?: number
}

/** Keeps a floating element next to its anchor and inside the viewport. */
export function useFloatingPosition(
  floating: RefObject<HTMLElement | null>,
  { at, placement, when, gap = 8 }: Options,
) {
  useEffect(() => {
    const element = floating.current
    const reference = element && at()
    if (!element || !reference) return
    // Transparent rather than hidden until positioned: a hidden element cannot take focus.
    if (element.style.left === '') element.style.opacity = '0'
    return autoUpdate(reference, element, () => void position(reference, element, { placement, gap }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `at` is a new function on each render, `when` tracks its changes
  }, [floating, placement, gap, when])
}

async function position(
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
