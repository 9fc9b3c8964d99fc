import { useEffect, useState } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useApi, useShell } from '#site/page.ts'
import type { StoryPlacement, ListPickerRequest } from './list-picker.ts'
import { showError } from './show-error.ts'
import { keyOf, setSaved } from './saved-store.ts'

/** Optimistic: reverts a change that fails. */
export function useStoryLists({ story: { id: ref }, onPlaced }: ListPickerRequest) {
  const api = useApi()
  const { viewer } = useShell()
  const [lists, setLists] = useState<ReadingList[] | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let cancelled = false
    Promise.all([api('GET /api/lists'), api('GET /api/stories/{ref}/lists', { params: { ref } })]).then(
      ([all, saved]) => {
        if (cancelled) return
        setLists(all)
        setChosen(new Set(saved.lists))
        setNote(saved.note)
      },
      () => setFailed(true),
    )
    return () => {
      cancelled = true
    }
  }, [api, ref])

  function settled(placed: StoryPlacement) {
    setChosen(new Set(placed.lists))
    setSaved(keyOf(viewer?.id ?? '', ref), placed.saved, true)
    onPlaced?.(placed)
  }

  async function toggle(list: string, on: boolean) {
    const before = chosen
    const after = new Set(chosen)
    if (on) after.add(list)
    else after.delete(list)
    setChosen(after)
    const params = { list, ref }
    try {
      settled(
        on
          ? await api('PUT /api/lists/{list}/stories/{ref}', { params, body: note ? { note } : {} })
          : await api('DELETE /api/lists/{list}/stories/{ref}', { params }),
      )
    } catch (error) {
      setChosen(before)
      await showError(error)
    }
  }

  /** The new list contains the story. */
  async function create(name: string) {
    const created = await api('POST /api/lists', { body: { name } })
    setLists((all) => [...(all ?? []), created])
    const params = { list: created.id, ref }
    settled(await api('PUT /api/lists/{list}/stories/{ref}', { params, body: note ? { note } : {} }))
  }

  /** Saves the note in every list that contains the story. */
  async function saveNote(text: string) {
    for (const list of chosen) {
      settled(await api('PUT /api/lists/{list}/stories/{ref}', { params: { list, ref }, body: { note: text } }))
    }
    setNote(text)
  }

  return { lists, chosen, note, failed, toggle, create, saveNote }
}
