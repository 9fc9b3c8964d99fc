import { useState } from 'react'
import type { StartedStory } from '#contract/discovery.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** Optimistic: a dismissed story comes back on failure or undo. */
export function useReadings(readings: readonly StartedStory[]) {
  const api = useApi()
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const started = readings.filter(({ story }) => !dismissed.has(story.id))

  function markDismissed(id: string, isDismissed: boolean) {
    setDismissed((before) => new Set(isDismissed ? [...before, id] : [...before].filter((other) => other !== id)))
  }

  async function attempt(id: string, isDismissed: boolean, task: () => Promise<unknown>) {
    markDismissed(id, isDismissed)
    try {
      await task()
      return true
    } catch (error) {
      markDismissed(id, !isDismissed)
      const { errorMessage } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title: 'Change not saved', description: errorMessage(error) })
      return false
    }
  }

  async function remove({ story, progress }: StartedStory) {
    const params = { ref: story.id }
    const undo = () =>
      attempt(story.id, false, () =>
        api('POST /api/stories/{ref}/reading', { params, body: { progress, finished: false } }),
      )
    if (await attempt(story.id, true, () => api('DELETE /api/readings/{ref}', { params })))
      await toast({ title: 'Dismissed', description: story.title, action: { label: 'Undo', run: () => void undo() } })
  }

  return { started, remove: (reading: StartedStory) => void remove(reading) }
}
