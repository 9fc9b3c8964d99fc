import { useRef, useState } from 'react'

/** Selected ids of a list. Ids that leave the list are deselected. */
export function useSelection(ids: readonly string[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const chosen = ids.filter((id) => marked.has(id))

  /** With `through`, toggles the range from the last toggled id to this one. */
  function toggle(id: string, through = false) {
    const on = !marked.has(id)
    const from = through && last.current !== null ? ids.indexOf(last.current) : -1
    const to = ids.indexOf(id)
    const several = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    last.current = id
    const next = new Set(marked)
    for (const one of several) {
      if (on) next.add(one)
      else next.delete(one)
    }
    setMarked(next)
  }

  return {
    chosen,
    has: (id: string) => marked.has(id),
    toggle,
    all: () => setMarked(new Set(ids)),
    none: () => setMarked(new Set()),
  }
}
