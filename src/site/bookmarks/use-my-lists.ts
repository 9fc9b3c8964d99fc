import { useEffect, useRef, useState } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useApi } from '#site/page.ts'
import { showError } from './show-error.ts'

export type ListDetails = { name: string; description: string }

/** Optimistic: reverts changes that fail. */
export function useMyLists(initial: readonly ReadingList[]) {
  const api = useApi()
  const [lists, setLists] = useState(initial)

  // The latest state, for async functions that outlive a render.
  const now = useRef(lists)
  useEffect(() => {
    now.current = lists
  })

  const put = (changed: ReadingList) =>
    setLists((before) => before.map((list) => (list.id === changed.id ? changed : list)))

  /** Throws on failure, so that the form keeps its values. */
  async function create(details: ListDetails & { public: boolean }) {
    const created = await api('POST /api/lists', { body: details })
    return created.id
  }

  async function update(id: string, details: ListDetails) {
    put(await api('PATCH /api/lists/{list}', { params: { list: id }, body: details }))
  }

  async function setPublic(list: ReadingList, isPublic: boolean) {
    put({ ...list, public: isPublic })
    try {
      await api('PATCH /api/lists/{list}', { params: { list: list.id }, body: { public: isPublic } })
    } catch (error) {
      put(list)
      await showError(error)
    }
  }

  /** Local only. `saveOrder` persists it. */
  function show(id: string, to: number) {
    now.current = moveItem(now.current, id, to)
    setLists(now.current)
  }

  async function saveOrder(id: string, from: number) {
    try {
      await api('PUT /api/lists/order', { body: { lists: now.current.map((list) => list.id) } })
    } catch (error) {
      show(id, from)
      await showError(error)
    }
  }

  async function reload() {
    setLists(await api('GET /api/lists'))
  }

  function adjustCount(id: string, by: number) {
    setLists((before) => before.map((list) => (list.id === id ? { ...list, stories: list.stories + by } : list)))
  }

  return { lists, create, update, setPublic, show, saveOrder, adjustCount, reload }
}

export function moveItem<Item extends { id: string }>(items: readonly Item[], id: string, to: number) {
  const from = items.findIndex((item) => item.id === id)
  const item = items[from]
  return item ? items.toSpliced(from, 1).toSpliced(to, 0, item) : items
}
