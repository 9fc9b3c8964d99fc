import { useEffect, useRef } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useApi, useShell } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import type { Placed } from './choose-lists.ts'
import type { BookmarkItem } from './list-stories-data.ts'
import { sayRefused } from './problem.ts'
import { keyOf, setSaved } from './saved-store.ts'
import { moved } from './use-my-lists.ts'

export type Items = readonly BookmarkItem[]

type Props = {
  list: ReadingList
  items: Items
  onChange(change: (items: Items) => Items): void
  onCount(id: string, by: number): void
  /** Has the lists counted anew: what another list had already is not there twice. */
  onAsk(): Promise<void>
}

export type Bulk = { do: 'move' | 'copy' | 'remove'; to?: string }

/** What can be done to the stories of a list. It shows at once, and is taken back when it is refused. */
export function useListStories({ list, items, onChange, onCount, onAsk }: Props) {
  const api = useApi()
  const { viewer } = useShell()
  const params = (ref: string) => ({ list: list.id, ref })
  const now = useRef(items)
  useEffect(() => {
    now.current = items
  })

  const tellSaved = (id: string, saved: boolean) => setSaved(keyOf(viewer?.id ?? '', id), saved, true)

  /** Only on the screen; `keepPlace` makes it so. */
  function show(id: string, to: number) {
    now.current = moved(now.current, id, to)
    onChange((before) => moved(before, id, to))
  }

  async function keepPlace(id: string, from: number) {
    const after = now.current[now.current.findIndex((item) => item.id === id) - 1]?.id ?? null
    try {
      await api('POST /api/lists/{list}/stories/{ref}/place', { params: params(id), body: { after } })
    } catch (error) {
      show(id, from)
      await sayRefused(error)
    }
  }

  async function keepNote(id: string, note: string) {
    const before = items.find((item) => item.id === id)?.note ?? ''
    const write = (words: string) =>
      onChange((all) => all.map((item) => (item.id === id ? { ...item, note: words } : item)))
    write(note)
    try {
      await api('PUT /api/lists/{list}/stories/{ref}', { params: params(id), body: { note } })
    } catch (error) {
      write(before)
      await sayRefused(error)
    }
  }

  async function remove(item: BookmarkItem) {
    const { id } = item
    const at = items.indexOf(item)
    onChange((all) => all.filter((one) => one.id !== id))
    onCount(list.id, -1)
    try {
      const { saved } = await api('DELETE /api/lists/{list}/stories/{ref}', { params: params(id) })
      tellSaved(id, saved)
    } catch (error) {
      bringBack(item, at)
      await sayRefused(error)
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

  /** At its old place, with its note. */
  async function putBack(item: BookmarkItem, at: number) {
    const after = now.current[at - 1]?.id ?? null
    bringBack(item, at)
    try {
      await api('PUT /api/lists/{list}/stories/{ref}', { params: params(item.id), body: { note: item.note } })
      await api('POST /api/lists/{list}/stories/{ref}/place', { params: params(item.id), body: { after } })
      tellSaved(item.id, true)
    } catch (error) {
      onChange((all) => all.filter((one) => one.id !== item.id))
      onCount(list.id, -1)
      await sayRefused(error)
    }
  }

  /** Whether it was done. */
  async function many({ do: what, to }: Bulk, ids: readonly string[]) {
    const chosen = new Set(ids)
    const before = items
    if (what !== 'copy') {
      onChange((all) => all.filter(({ id }) => !chosen.has(id)))
      onCount(list.id, -ids.length)
    }
    try {
      const body = { do: what, stories: [...ids], ...(to && { to }) }
      const { saved } = await api('POST /api/lists/{list}/bulk', { params: { list: list.id }, body })
      const kept = new Set(saved)
      for (const id of ids) tellSaved(id, kept.has(id))
    } catch (error) {
      if (what !== 'copy') {
        onChange(() => before)
        onCount(list.id, ids.length)
      }
      await sayRefused(error)
      return false
    }
    await onAsk()
    return true
  }

  /** What was done to a story elsewhere, in the question of its lists. */
  async function follow({ id }: BookmarkItem, placed: Placed) {
    const here = placed.lists.includes(list.id)
    onChange((all) =>
      here
        ? all.map((item) => (item.id === id ? { ...item, note: placed.note } : item))
        : all.filter((item) => item.id !== id),
    )
    await onAsk()
  }

  return { follow, show, keepPlace, keepNote, remove, many }
}
