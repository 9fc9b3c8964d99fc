import type { Reply } from '#contract/endpoints.ts'
import { errorMessage } from '#site/errors/messages.ts'
import type { Api } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { settle } from '#site/ui/toggle.ts'
import { openListPicker } from './list-picker.ts'
import { type Savable, savedNow, setSaved } from './saved-store.ts'

type SaveRequest = { api: Api; key: string; story: Savable; before: boolean }
type From = Reply<'DELETE /api/stories/{ref}/bookmark'>['from']

const inFlight = new Set<string>()

/** Sends the state on screen to the server. One request at a time per story; the last change wins. */
export async function syncSaved({ api, key, story, before }: SaveRequest) {
  if (inFlight.has(key)) return
  inFlight.add(key)
  let settled = before
  let from: From = []
  try {
    await settle(
      () => savedNow(key) === true,
      () => settled,
      async (on) => {
        const params = { ref: story.id }
        if (on) await api('PUT /api/stories/{ref}/bookmark', { params })
        else from = (await api('DELETE /api/stories/{ref}/bookmark', { params })).from
        settled = on
      },
    )
    setSaved(key, settled, true)
  } catch (error) {
    setSaved(key, settled)
    const title = settled ? 'Couldn’t remove bookmark' : 'Couldn’t save story'
    await toast({ tone: 'danger', title, description: errorMessage(error) })
    return
  } finally {
    inFlight.delete(key)
  }
  if (settled === before) return
  await (settled ? showSaved(story) : showRemoved({ api, key, story, from }))
}

function showSaved(story: Savable) {
  return toast({
    tone: 'success',
    title: 'Saved',
    action: { label: 'Choose lists', run: () => openListPicker(story) },
  })
}

function showRemoved({ api, key, story, from }: Pick<SaveRequest, 'api' | 'key' | 'story'> & { from: From }) {
  return toast({
    title: 'Removed from saved',
    action: { label: 'Undo', run: () => void putBack({ api, key, story, from }) },
  })
}

/** Restores the story in every list it was in, with its notes. */
async function putBack({ api, key, story, from }: Pick<SaveRequest, 'api' | 'key' | 'story'> & { from: From }) {
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
