import { useRef, useState } from 'react'
import type { NotificationKind, Preference } from '#contract/notifications/notifications.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** Optimistic: reverted with an error toast when saving fails. */
export function usePreferences(initially: Preference[]) {
  const api = useApi()
  const [preferences, setPreferences] = useState(initially)
  const wanted = useRef(initially)
  const settled = useRef(initially)
  const asking = useRef(false)

  function change(kind: NotificationKind, wish: Partial<Omit<Preference, 'kind'>>) {
    wanted.current = wanted.current.map((one) => (one.kind === kind ? { ...one, ...wish } : one))
    setPreferences(wanted.current)
    void settle()
  }

  /** One request at a time, so that quick changes cannot overtake each other. */
  async function settle() {
    if (asking.current) return
    asking.current = true
    try {
      for (let changed = differing(); changed.length > 0; changed = differing()) {
        const asked = wanted.current
        await api('PUT /api/notifications/preferences', { body: { preferences: changed } })
        settled.current = asked
      }
    } catch (error) {
      wanted.current = settled.current
      setPreferences(settled.current)
      const { errorMessage } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title: 'Couldn’t save your preferences', description: errorMessage(error) })
    } finally {
      asking.current = false
    }
  }

  function differing() {
    return wanted.current.filter((one, index) => one !== settled.current[index])
  }

  return { preferences, change }
}
