import type { Reply } from '#contract/endpoints.ts'
import { sentenceOf } from '#site/errors/messages.ts'
import type { Api } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { chooseLists } from './choose-lists.ts'
import { type Savable, savedNow, setSaved } from './saved-store.ts'

type Wish = { api: Api; key: string; story: Savable; before: boolean }
type From = Reply<'DELETE /api/stories/{ref}/bookmark'>['from']

const asking = new Set<string>()

/** Brings the server to what the screen shows already. One question at a time for each story; the last wish wins. */
export async function settle({ api, key, story, before }: Wish) {
  if (asking.has(key)) return
  asking.add(key)
  let settled = before
  let from: From = []
  try {
    while (savedNow(key) !== settled) {
      const params = { ref: story.id }
      if (settled) from = (await api('DELETE /api/stories/{ref}/bookmark', { params })).from
      else await api('PUT /api/stories/{ref}/bookmark', { params })
      settled = !settled
    }
    setSaved(key, settled, true)
  } catch (error) {
    setSaved(key, settled)
    const title = settled ? 'It is still saved' : 'It was not saved'
    await toast({ tone: 'danger', title, description: sentenceOf(error) })
    return
  } finally {
    asking.delete(key)
  }
  if (settled === before) return
  await (settled ? sayKept(story) : sayGone({ api, key, story, from }))
}

function sayKept(story: Savable) {
  return toast({
    tone: 'success',
    title: 'Saved',
    action: { label: 'Choose lists', run: () => chooseLists(story) },
  })
}

function sayGone({ api, key, story, from }: Pick<Wish, 'api' | 'key' | 'story'> & { from: From }) {
  return toast({
    title: 'No longer saved',
    action: { label: 'Undo', run: () => void putBack({ api, key, story, from }) },
  })
}

/** Into every list it was in, with its notes. */
async function putBack({ api, key, story, from }: Pick<Wish, 'api' | 'key' | 'story'> & { from: From }) {
  setSaved(key, true)
  try {
    for (const { list, note } of from) {
      await api('PUT /api/lists/{list}/stories/{ref}', { params: { list, ref: story.id }, body: { note } })
    }
    setSaved(key, true, true)
  } catch (error) {
    setSaved(key, false)
    await toast({ tone: 'danger', title: 'It was not saved', description: sentenceOf(error) })
  }
}
