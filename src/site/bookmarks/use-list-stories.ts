import { useEffect, useRef } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useApi, useShell } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import type { StoryPlacement } from './list-picker.ts'
import type { BookmarkItem } from './list-stories-data.ts'
import { showError } from './show-error.ts'
import { keyOf, setSaved } from './saved-store.ts'
import { moveItem } from './use-my-lists.ts'

export type Items = readonly BookmarkItem[]

type Props = {
  list: ReadingList
  items: Items
  onChange(change: (items: Items) => Items): void
  onCount(id: string, by: number): void
  /** Reloads the lists. Counts can't be computed here: the target list may already contain the stories. */
  onReload(): Promise<void>
}

export type Bulk = { do: 'move' | 'copy' | 'remove'; to?: string }

/** Optimistic: reverts changes that fail. */
export function useListStories({ list, items, onChange, onCount, onReload }: Props) {
  const api = useApi()
  const { viewer } = useShell()
  const params = (ref: string) => ({ list: list.id, ref })
  const now = useRef(items)
  useEffect(() => {
    now.current = items
  })

  const broadcastSaved = (id: string, saved: boolean) => setSaved(keyOf(viewer?.id ?? '', id), saved, true)

  /** Local only. `savePosition` persists it. */
  function show(id: string, to: number) {
    now.current = moveItem(now.current, id, to)
    onChange((before) => moveItem(before, id, to))
  }

  async function savePosition(id: string, from: number) {
    const after = now.current[now.current.findIndex((item) => item.id === id) - 1]?.id ?? null
    try {
      await api('POST /api/lists/{list}/stories/{ref}/place', { params: params(id), body: { after } })
    } catch (error) {
      show(id, from)
      await showError(error)
    }
  }

  async function saveNote(id: string, note: string) {
    const before = items.find((item) => item.id === id)?.note ?? ''
    const write = (text: string) =>
      onChange((all) => all.map((item) => (item.id === id ? { ...item, note: text } : item)))
    write(note)
    try {
      await api('PUT /api/lists/{list}/stories/{ref}', { params: params(id), body: { note } })
    } catch (error) {
      write(before)
      await showError(error)
    }
  }

  async function remove(item: BookmarkItem) {
    const { id } = item
    const at = items.indexOf(item)
    onChange((all) => all.filter((one) => one.id !== id))
    onCount(list.id, -1)
    try {
      const { saved } = await api('DELETE /api/lists/{list}/stories/{ref}', { params: params(id) })
      broadcastSaved(id, saved)
    } catch (error) {
      bringBack(item, at)
      await showError(error)
      return
    }
    await toast({
      title: `Removed from ${list.name}`,
      action: { label: 'Undo', run: () => void putBack(item, at) },
    })
  }

  function bringBack(item: BookmarkItem, at: number) {
    onChange((all) => all.toSpliced(at, 0, item))
    onCount(list.id, 1)
  }

  /** At its old position, with its note. */
  async function putBack(item: BookmarkItem, at: number) {
    const after = now.current[at - 1]?.id ?? null
    bringBack(item, at)
    try {
      await api('PUT /api/lists/{list}/stories/{ref}', { params: params(item.id), body: { note: item.note } })
      await api('POST /api/lists/{list}/stories/{ref}/place', { params: params(item.id), body: { after } })
      broadcastSaved(item.id, true)
    } catch (error) {
      onChange((all) => all.filter((one) => one.id !== item.id))
      onCount(list.id, -1)
      await showError(error)
    }
  }

  /** Returns false if the request failed. */
  async function bulkUpdate({ do: action, to }: Bulk, ids: readonly string[]) {
    const chosen = new Set(ids)
    const before = items
    if (action !== 'copy') {
      onChange((all) => all.filter(({ id }) => !chosen.has(id)))
      onCount(list.id, -ids.length)
    }
    try {
      const body = { do: action, stories: [...ids], ...(to && { to }) }
      const { saved } = await api('POST /api/lists/{list}/bulk', { params: { list: list.id }, body })
      const stillSaved = new Set(saved)
      for (const id of ids) broadcastSaved(id, stillSaved.has(id))
    } catch (error) {
      if (action !== 'copy') {
        onChange(() => before)
        onCount(list.id, ids.length)
      }
      await showError(error)
      return false
    }
    await onReload()
    return true
  }

  /** Applies a change made in the list picker. */
  async function applyPlacement({ id }: BookmarkItem, placed: StoryPlacement) {
    const here = placed.lists.includes(list.id)
    onChange((all) =>
      here
        ? all.map((item) => (item.id === id ? { ...item, note: placed.note } : item))
        : all.filter((item) => item.id !== id),
    )
    await onReload()
  }

  return { applyPlacement, show, savePosition, saveNote, remove, bulkUpdate }
}
