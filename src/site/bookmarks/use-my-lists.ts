import { useEffect, useRef, useState } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useApi } from '#site/page.ts'
import { sayRefused } from './problem.ts'

export type Described = { name: string; description: string }

/** The viewer's lists and what can be done to them. What is refused is taken back. */
export function useMyLists(initial: readonly ReadingList[]) {
  const api = useApi()
  const [lists, setLists] = useState(initial)

  // What was just shown, which a function that runs on cannot see yet.
  const now = useRef(lists)
  useEffect(() => {
    now.current = lists
  })

  const put = (changed: ReadingList) =>
    setLists((before) => before.map((list) => (list.id === changed.id ? changed : list)))

  /** Throws when it is refused: whoever typed it still has it. */
  async function make(described: Described & { public: boolean }) {
    const made = await api('POST /api/lists', { body: described })
    return made.id
  }

  async function describe(id: string, described: Described) {
    put(await api('PATCH /api/lists/{list}', { params: { list: id }, body: described }))
  }

  async function share(list: ReadingList, shown: boolean) {
    put({ ...list, public: shown })
    try {
      await api('PATCH /api/lists/{list}', { params: { list: list.id }, body: { public: shown } })
    } catch (error) {
      put(list)
      await sayRefused(error)
    }
  }

  /** Only on the screen; `keepOrder` makes it so. */
  function show(id: string, to: number) {
    now.current = moved(now.current, id, to)
    setLists(now.current)
  }

  async function keepOrder(id: string, from: number) {
    try {
      await api('PUT /api/lists/order', { body: { lists: now.current.map((list) => list.id) } })
    } catch (error) {
      show(id, from)
      await sayRefused(error)
    }
  }

  /** As the server has them after a change of many stories. */
  async function ask() {
    setLists(await api('GET /api/lists'))
  }

  /** Counts along with what happens to one story. */
  function count(id: string, by: number) {
    setLists((before) => before.map((list) => (list.id === id ? { ...list, stories: list.stories + by } : list)))
  }

  return { lists, make, describe, share, show, keepOrder, count, ask }
}

export function moved<Item extends { id: string }>(items: readonly Item[], id: string, to: number) {
  const from = items.findIndex((item) => item.id === id)
  const item = items[from]
  return item ? items.toSpliced(from, 1).toSpliced(to, 0, item) : items
}
