import { useEffect, useState } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useApi, useShell } from '#site/page.ts'
import type { Placed, Question } from './choose-lists.ts'
import { sayRefused } from './problem.ts'
import { keyOf, setSaved } from './saved-store.ts'

/** The viewer's lists and those that a story is in. A tick that is refused is taken back. */
export function useStoryLists({ story: { id: ref }, onPlaced }: Question) {
  const api = useApi()
  const { viewer } = useShell()
  const [lists, setLists] = useState<ReadingList[] | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let left = false
    Promise.all([api('GET /api/lists'), api('GET /api/stories/{ref}/lists', { params: { ref } })]).then(
      ([all, saved]) => {
        if (left) return
        setLists(all)
        setChosen(new Set(saved.lists))
        setNote(saved.note)
      },
      () => setFailed(true),
    )
    return () => {
      left = true
    }
  }, [api, ref])

  function settled(placed: Placed) {
    setChosen(new Set(placed.lists))
    setSaved(keyOf(viewer?.id ?? '', ref), placed.saved, true)
    onPlaced?.(placed)
  }

  async function tick(list: string, on: boolean) {
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
      await sayRefused(error)
    }
  }

  /** Makes a list with the story in it. */
  async function make(name: string) {
    const made = await api('POST /api/lists', { body: { name } })
    setLists((all) => [...(all ?? []), made])
    const params = { list: made.id, ref }
    settled(await api('PUT /api/lists/{list}/stories/{ref}', { params, body: note ? { note } : {} }))
  }

  /** The note stands beside the story in every list it is in. */
  async function keepNote(words: string) {
    for (const list of chosen) {
      settled(await api('PUT /api/lists/{list}/stories/{ref}', { params: { list, ref }, body: { note: words } }))
    }
    setNote(words)
  }

  return { lists, chosen, note, failed, tick, make, keepNote }
}
