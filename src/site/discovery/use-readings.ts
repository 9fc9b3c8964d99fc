import { useState } from 'react'
import type { BegunStory } from '#contract/discovery.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** What is being read. One that is put away is gone at once, and comes back if that is refused or taken back. */
export function useReadings(readings: readonly BegunStory[]) {
  const api = useApi()
  const [away, setAway] = useState<ReadonlySet<string>>(new Set())
  const begun = readings.filter(({ story }) => !away.has(story.id))

  function putAway(id: string, gone: boolean) {
    setAway((before) => new Set(gone ? [...before, id] : [...before].filter((other) => other !== id)))
  }

  async function attempt(id: string, gone: boolean, task: () => Promise<unknown>) {
    putAway(id, gone)
    try {
      await task()
      return true
    } catch (error) {
      putAway(id, !gone)
      const { sentenceOf } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title: 'Not changed', description: sentenceOf(error) })
      return false
    }
  }

  async function forget({ story, progress }: BegunStory) {
    const params = { ref: story.id }
    const back = () =>
      attempt(story.id, false, () =>
        api('POST /api/stories/{ref}/reading', { params, body: { progress, finished: false } }),
      )
    if (await attempt(story.id, true, () => api('DELETE /api/readings/{ref}', { params })))
      await toast({ title: 'Put away', description: story.title, action: { label: 'Undo', run: () => void back() } })
  }

  return { begun, forget: (reading: BegunStory) => void forget(reading) }
}
