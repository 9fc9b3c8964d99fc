import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { PageOf } from '#contract/shapes.ts'
import { useBoot, useShell } from '#site/page.ts'
import { type LoadedList, saveList, savedList, setVisibleList, takeScrollTop } from './saved-lists.ts'
import { fetchPage } from './fetch-page.ts'
import { useNearViewport } from './use-near-viewport.ts'
import { useHydrating } from './use-hydrating.ts'

/** After this many automatic pages the list waits for a click, so that the footer can be reached. */
const MAX_AUTO_LOADED = 10

type Listed = { id: string }
type Progress = 'resting' | 'loading' | 'failed'

/** Identifies a list at one entry of the browser's history. */
export function useListId() {
  const { key, pathname, search } = useLocation()
  const { viewer } = useShell()
  return `${key} ${viewer?.id ?? 'visitor'} ${pathname}${search}`
}

/** A list that loads its next page when its end comes near. `first` is the page's own list; `pathOf` is the URL of the next. */
export function useInfiniteList<Item extends Listed>(
  id: string,
  first: PageOf<Item>,
  pathOf: (before: string) => string,
) {
  const { base } = useBoot()
  const routeId = useMatches().at(-1)?.id ?? ''
  const hydrating = useHydrating()
  const [list, setList] = useState<LoadedList<Item>>(
    () => (hydrating ? null : savedList<Item>(id)) ?? { ...first, autoLoaded: 0 },
  )
  const [progress, setProgress] = useState<Progress>('resting')
  const [added, setAdded] = useState(0)
  const [top, setTop] = useState<number | null>(null)
  // The list on screen, for changes that are made while a page is loading.
  const current = useRef(list)
  const leaving = useRef<AbortController | null>(null)

  // Hydration needs the list as the server rendered it; the saved list is restored right after.
  const wasHydrating = useRef(hydrating)
  useLayoutEffect(() => {
    setVisibleList(id)
    const before = wasHydrating.current ? savedList<Item>(id) : null
    wasHydrating.current = false
    if (before) {
      current.current = before
      setList(before)
      setTop(takeScrollTop(id))
    }
    return () => setVisibleList(null)
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
      const page = await fetchPage<Item>({ base, path: pathOf(list.next), routeId, signal: leave.signal })
      const shown = current.current
      const grown = { ...merge(shown, page), autoLoaded: asked ? 0 : shown.autoLoaded + 1 }
      saveList(id, grown)
      current.current = grown
      setList(grown)
      setAdded(grown.items.length - shown.items.length)
      setProgress('resting')
    } catch {
      // Aborted when the page was left.
      if (!leave.signal.aborted) setProgress('failed')
    }
  }

  /** Edits the items on screen, for a list whose items can be moved and removed. */
  function change(edit: (items: readonly Item[]) => readonly Item[]) {
    const changed = { ...current.current, items: [...edit(current.current.items)] }
    if (savedList<Item>(id)) saveList(id, changed)
    current.current = changed
    setList(changed)
  }

  const asks = list.autoLoaded >= MAX_AUTO_LOADED
  const near = useNearViewport<HTMLDivElement>(
    progress === 'resting' && list.next !== null && !asks,
    () => void more(false),
  )
  return { ...list, progress, added, asks, more: () => void more(true), near, change }
}

/** An item on both pages keeps its first position. */
function merge<Item extends Listed>({ items }: PageOf<Item>, page: PageOf<Item>): PageOf<Item> {
  const known = new Set(items.map(({ id }) => id))
  return { items: [...items, ...page.items.filter(({ id }) => !known.has(id))], next: page.next }
}
