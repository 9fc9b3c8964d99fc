import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'

type Props = {
  ids: readonly string[]
  nameOf(id: string): string
  /** Shows it at another place. */
  onShow(id: string, to: number): void
  /** It stays where it is shown now. `from` is where it was, for when that is refused. */
  onKeep(id: string, from: number): void
}

const DRAGGED_PX = 4
const EDGE_PX = 72

/** Changes an order by dragging, by the keys while something is held, and by buttons. Says what happened. */
export function useReorder({ ids, nameOf, onShow, onKeep }: Props) {
  const [held, setHeld] = useState<{ id: string; from: number } | null>(null)
  const [said, setSaid] = useState('')
  const [over, setOver] = useState<{ id: string; to: number } | null>(null)
  const drag = useRef<{ startY: number; moved: boolean } | null>(null)

  const placeOf = (index: number) => `${index + 1} of ${ids.length}`

  function move(id: string, to: number) {
    if (to < 0 || to >= ids.length) return
    onShow(id, to)
    setSaid(`${nameOf(id)}: ${placeOf(to)}`)
  }

  function step(id: string, by: 1 | -1) {
    const from = ids.indexOf(id)
    if (from + by < 0 || from + by >= ids.length) return
    move(id, from + by)
    onKeep(id, from)
  }

  function drop() {
    if (!held) return
    setHeld(null)
    const now = ids.indexOf(held.id)
    setSaid(`${nameOf(held.id)} stays at ${placeOf(now)}.`)
    if (now !== held.from) onKeep(held.id, held.from)
  }

  function toggle(id: string, event: MouseEvent) {
    // A drag ends with an unintended click, unless its row moved away from the pointer. A click by a key has detail 0.
    const endsDrag = drag.current?.moved && event.detail > 0
    drag.current = null
    if (endsDrag) {
      event.preventDefault()
      return
    }
    if (held) return drop()
    setHeld({ id, from: ids.indexOf(id) })
    setSaid(
      `${nameOf(id)} is held, ${placeOf(ids.indexOf(id))}. Arrow keys move it, Enter lets go, Escape puts it back.`,
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!held) return
    const now = ids.indexOf(held.id)
    const targets = new Map([
      ['ArrowUp', now - 1],
      ['ArrowDown', now + 1],
      ['Home', 0],
      ['End', ids.length - 1],
    ])
    const to = targets.get(event.key)
    if (to === undefined && event.key !== 'Escape') return
    event.preventDefault()
    if (to !== undefined) return move(held.id, to)
    setHeld(null)
    onShow(held.id, held.from)
    setSaid(`${nameOf(held.id)} is back at ${placeOf(held.from)}.`)
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
    onKeep(id, from)
  }

  return {
    said,
    /** Whether it is held or dragged, and where what is dragged would come to stand. */
    isHeld: (id: string) => held?.id === id,
    isDragged: (id: string) => over?.id === id,
    landing: (id: string) => (over && over.id !== id && ids[over.to] === id ? landingSide(over) : null),
    step,
    /** For the button that is held, or dragged by. */
    handle: (id: string) => ({
      'aria-pressed': held?.id === id,
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

/** Which row a pointer at this height is on; below the last one it is the last. */
function rowAt(row: Element | null, y: number) {
  const rows = [...(row?.parentElement?.children ?? [])].filter((one) => one.matches('[data-row]'))
  const found = rows.findIndex((one) => y < one.getBoundingClientRect().bottom)
  return found === -1 ? rows.length - 1 : found
}
