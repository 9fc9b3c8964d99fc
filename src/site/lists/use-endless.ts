import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { PageOf } from '#contract/shapes.ts'
import { useBoot, useShell } from '#site/page.ts'
import { type Unrolled, keepList, keptList, showList, topOf } from './kept-lists.ts'
import { fetchPageOf } from './page-of.ts'
import { useNear } from './use-near.ts'
import { useTakingOver } from './use-taking-over.ts'

/** After this many pages that came by themselves the list asks, so that what is below it can be reached. */
const UNASKED = 10

type Listed = { id: string }
type Progress = 'resting' | 'loading' | 'failed'

/** Names a list at one place of the visitor's history. */
export function useListId() {
  const { key, pathname, search } = useLocation()
  const { viewer } = useShell()
  return `${key} ${viewer?.id ?? 'visitor'} ${pathname}${search}`
}

/** A list that goes on by itself. `first` is what the page came with; `pathOf` says where the next page is. */
export function useEndless<Item extends Listed>(id: string, first: PageOf<Item>, pathOf: (before: string) => string) {
  const { base } = useBoot()
  const routeId = useMatches().at(-1)?.id ?? ''
  const takingOver = useTakingOver()
  const [list, setList] = useState<Unrolled<Item>>(
    () => (takingOver ? null : keptList<Item>(id)) ?? { ...first, unasked: 0 },
  )
  const [progress, setProgress] = useState<Progress>('resting')
  const [added, setAdded] = useState(0)
  const [top, setTop] = useState<number | null>(null)
  // What is shown, for whoever changes it while more is on its way.
  const current = useRef(list)
  const leaving = useRef<AbortController | null>(null)

  // What the server sent has to be taken over as it is; only then comes what was unrolled before.
  const tookOver = useRef(takingOver)
  useLayoutEffect(() => {
    showList(id)
    const before = tookOver.current ? keptList<Item>(id) : null
    tookOver.current = false
    if (before) {
      current.current = before
      setList(before)
      setTop(topOf(id))
    }
    return () => showList(null)
  }, [id])
  useLayoutEffect(() => {
    if (top !== null) window.scrollTo(0, top)
  }, [top])
  useEffect(() => () => leaving.current?.abort(), [])

  async function more(asked: boolean) {
    if (progress === 'loading' || list.next === null) return
    setProgress('loading')
    const leave = new AbortController()
    leaving.current = leave
    try {
      const page = await fetchPageOf<Item>({ base, path: pathOf(list.next), routeId, signal: leave.signal })
      const shown = current.current
      const grown = { ...together(shown, page), unasked: asked ? 0 : shown.unasked + 1 }
      keepList(id, grown)
      current.current = grown
      setList(grown)
      setAdded(grown.items.length - shown.items.length)
      setProgress('resting')
    } catch {
      // Whoever has left needs no answer; whoever is here can try again.
      if (!leave.signal.aborted) setProgress('failed')
    }
  }

  /** Changes what is shown, for a list whose items can be moved and taken away. */
  function change(edit: (items: readonly Item[]) => readonly Item[]) {
    const changed = { ...current.current, items: [...edit(current.current.items)] }
    if (keptList<Item>(id)) keepList(id, changed)
    current.current = changed
    setList(changed)
  }

  const asks = list.unasked >= UNASKED
  const near = useNear<HTMLDivElement>(progress === 'resting' && list.next !== null && !asks, () => void more(false))
  return { ...list, progress, added, asks, more: () => void more(true), near, change }
}

/** A story that both pages have stays where it was first. */
function together<Item extends Listed>({ items }: PageOf<Item>, page: PageOf<Item>): PageOf<Item> {
  const known = new Set(items.map(({ id }) => id))
  return { items: [...items, ...page.items.filter(({ id }) => !known.has(id))], next: page.next }
}
