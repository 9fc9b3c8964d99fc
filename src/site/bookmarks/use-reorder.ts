import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'

type Props = {
  ids: readonly string[]
  nameOf(id: string): string
  /** Moves it locally. */
  onShow(id: string, to: number): void
  /** Persists the current order. `from` is the old index, to revert on failure. */
  onCommit(id: string, from: number): void
}

const DRAGGED_PX = 4
const EDGE_PX = 72

/** Reorders by dragging, keyboard or buttons, and announces each change to screen readers. */
export function useReorder({ ids, nameOf, onShow, onCommit }: Props) {
  const [grabbed, setGrabbed] = useState<{ id: string; from: number } | null>(null)
  const [announcement, announce] = useState('')
  const [over, setOver] = useState<{ id: string; to: number } | null>(null)
  const drag = useRef<{ startY: number; moved: boolean } | null>(null)

  const placeOf = (index: number) => `${index + 1} of ${ids.length}`

  function move(id: string, to: number) {
    if (to < 0 || to >= ids.length) return
    onShow(id, to)
    announce(`${nameOf(id)}: ${placeOf(to)}`)
  }

  function step(id: string, by: 1 | -1) {
    const from = ids.indexOf(id)
    if (from + by < 0 || from + by >= ids.length) return
    move(id, from + by)
    onCommit(id, from)
  }

  function drop() {
    if (!grabbed) return
    setGrabbed(null)
    const now = ids.indexOf(grabbed.id)
    announce(`${nameOf(grabbed.id)} dropped at ${placeOf(now)}.`)
    if (now !== grabbed.from) onCommit(grabbed.id, grabbed.from)
  }

  function toggle(id: string, event: MouseEvent) {
    // A drag ends with an unintended click, unless its row moved away from the pointer. A click by a key has detail 0.
    const endsDrag = drag.current?.moved && event.detail > 0
    drag.current = null
    if (endsDrag) {
      event.preventDefault()
      return
    }
    if (grabbed) return drop()
    setGrabbed({ id, from: ids.indexOf(id) })
    announce(
      `${nameOf(id)} grabbed, ${placeOf(ids.indexOf(id))}. Use the arrow keys to move it, Enter to drop it, Escape to cancel.`,
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!grabbed) return
    const now = ids.indexOf(grabbed.id)
    const targets = new Map([
      ['ArrowUp', now - 1],
      ['ArrowDown', now + 1],
      ['Home', 0],
      ['End', ids.length - 1],
    ])
    const to = targets.get(event.key)
    if (to === undefined && event.key !== 'Escape') return
    event.preventDefault()
    if (to !== undefined) return move(grabbed.id, to)
    setGrabbed(null)
    onShow(grabbed.id, grabbed.from)
    announce(`${nameOf(grabbed.id)} returned to ${placeOf(grabbed.from)}.`)
  }

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { startY: event.clientY, moved: false }
  }

  function onPointerMove(id: string, event: PointerEvent) {
    const { current } = drag
    if (!current || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    if (!current.moved && Math.abs(event.clientY - current.startY) < DRAGGED_PX) return
    current.moved = true
    if (event.clientY < EDGE_PX) window.scrollBy(0, -EDGE_PX / 4)
    if (event.clientY > innerHeight - EDGE_PX) window.scrollBy(0, EDGE_PX / 4)
    setOver({ id, to: rowAt(event.currentTarget.closest('[data-row]'), event.clientY) })
  }

  function onPointerUp(id: string) {
    if (!drag.current?.moved) drag.current = null
    if (!over) return
    setOver(null)
    const from = ids.indexOf(id)
    if (over.to === from) return
    move(id, over.to)
    onCommit(id, from)
  }

  return {
    announcement,
    isGrabbed: (id: string) => grabbed?.id === id,
    isDragged: (id: string) => over?.id === id,
    landing: (id: string) => (over && over.id !== id && ids[over.to] === id ? landingSide(over) : null),
    step,
    /** Props for the drag handle. */
    handle: (id: string) => ({
      'aria-pressed': grabbed?.id === id,
      onKeyDown,
      'onClick': (event: MouseEvent) => toggle(id, event),
      'onBlur': drop,
      onPointerDown,
      'onPointerMove': (event: PointerEvent) => onPointerMove(id, event),
      'onPointerUp': () => onPointerUp(id),
      'onPointerCancel': () => {
        drag.current = null
        setOver(null)
      },
    }),
  }

  function landingSide({ id, to }: { id: string; to: number }) {
    return to < ids.indexOf(id) ? 'above' : 'below'
  }
}

/** Index of the row at this height, or the last row. */
function rowAt(row: Element | null, y: number) {
  const rows = [...(row?.parentElement?.children ?? [])].filter((one) => one.matches('[data-row]'))
  const found = rows.findIndex((one) => y < one.getBoundingClientRect().bottom)
  return found === -1 ? rows.length - 1 : found
}
