import type { Reply } from '#contract/endpoints.ts'
import { errorMessage } from '#site/errors/messages.ts'
import type { Api } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { openListPicker } from './list-picker.ts'
import { type Savable, savedNow, setSaved } from './saved-store.ts'

type From = Reply<'DELETE /api/stories/{ref}/bookmark'>['from']

/** The lists that each story was last removed from. */
const removedFrom = new Map<string, From>()

export async function sendSaved(api: Api, { id }: Savable, saved: boolean) {
  const params = { ref: id }
  if (saved) await api('PUT /api/stories/{ref}/bookmark', { params })
  else removedFrom.set(id, (await api('DELETE /api/stories/{ref}/bookmark', { params })).from)
  return saved
}

type SaveAttempt = { api: Api; key: string; story: Savable; before: boolean; sent: Promise<boolean | null> }

/** Shows the result and broadcasts it to other tabs. */
export async function reportSaved({ api, key, story, before, sent }: SaveAttempt) {
  let saved: boolean | null
  try {
    saved = await sent
  } catch (error) {
    const title = savedNow(key) ? 'Couldn’t remove bookmark' : 'Couldn’t save story'
    await toast({ tone: 'danger', title, description: errorMessage(error) })
    return
  }
  // Null: an earlier click reports it.
  if (saved === null) return
  setSaved(key, saved, true)
  if (saved === before) return
  await (saved ? showSaved(story) : showRemoved({ api, key, story, from: removedFrom.get(story.id) ?? [] }))
}

function showSaved(story: Savable) {
  return toast({
    tone: 'success',
    title: 'Saved',
    action: { label: 'Choose lists', run: () => openListPicker(story) },
  })
}

type Removed = Pick<SaveAttempt, 'api' | 'key' | 'story'> & { from: From }

function showRemoved(removed: Removed) {
  return toast({
    title: 'Removed from saved',
    action: { label: 'Undo', run: () => void putBack(removed) },
  })
}

/** Restores the story in every list it was in, with its notes. */
async function putBack({ api, key, story, from }: Removed) {
  setSaved(key, true)
  try {
    for (const { list, note } of from) {
      await api('PUT /api/lists/{list}/stories/{ref}', { params: { list, ref: story.id }, body: { note } })
    }
    setSaved(key, true, true)
  } catch (error) {
    setSaved(key, false)
    await toast({ tone: 'danger', title: 'Couldn’t save story', description: errorMessage(error) })
  }
}
