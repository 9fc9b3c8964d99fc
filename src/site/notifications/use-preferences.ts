import { useRef, useState } from 'react'
import type { NotificationKind, Preference } from '#contract/notifications/notifications.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** The error toast of a preference that was not saved. */
export async function showUnsaved(error: unknown) {
  const { errorMessage } = await import('#site/errors/messages.ts')
  await toast({ tone: 'danger', title: 'Couldn’t save your preferences', description: errorMessage(error) })
}

/** Optimistic: reverted with an error toast when saving fails. */
export function usePreferences(initial: Preference[]) {
  const api = useApi()
  const [preferences, setPreferences] = useState(initial)
  const wanted = useRef(initial)
  const saved = useRef(initial)
  const saving = useRef(false)

  function change(kind: NotificationKind, changes: Partial<Omit<Preference, 'kind'>>) {
    wanted.current = wanted.current.map((one) => (one.kind === kind ? { ...one, ...changes } : one))
    setPreferences(wanted.current)
    void save()
  }

  /** One request at a time, so that quick changes cannot overtake each other. */
  async function save() {
    if (saving.current) return
    saving.current = true
    try {
      for (let changed = unsaved(); changed.length > 0; changed = unsaved()) {
        const sent = wanted.current
        await api('PUT /api/notifications/preferences', { body: { preferences: changed } })
        saved.current = sent
      }
    } catch (error) {
      wanted.current = saved.current
      setPreferences(saved.current)
      await showUnsaved(error)
    } finally {
      saving.current = false
    }
  }

  function unsaved() {
    return wanted.current.filter((one, index) => one !== saved.current[index])
  }

  return { preferences, change }
}
