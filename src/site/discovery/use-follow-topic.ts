import { useState } from 'react'
import type { Topic } from '#contract/discovery.ts'
import { track } from '#site/analytics/track.ts'
import { useApi } from '#site/page.ts'
import { createStore, useStore } from '#site/ui/store.ts'
import { toast } from '#site/ui/toast.tsx'
import { createToggle } from '#site/ui/toggle.ts'

/** Optimistic: reverts if the request fails. */
export function useFollowTopic({ kind, slug, name }: Topic, initially: boolean) {
  const api = useApi()
  const [follow] = useState(() => createToggle(createStore(initially), { isOn: (on) => on, turn: (_, on) => on }))
  const following = useStore(follow, (on) => on)

  async function toggle() {
    try {
      const followed = await follow.toggle(async (on) => {
        await api(on ? 'PUT /api/topics/{kind}/{slug}' : 'DELETE /api/topics/{kind}/{slug}', { params: { kind, slug } })
        return on
      })
      if (followed) track({ kind: 'follow' })
    } catch (error) {
      const { errorMessage } = await import('#site/errors/messages.ts')
      const title = follow.get() ? `Couldn’t unfollow ${name}` : `Couldn’t follow ${name}`
      await toast({ tone: 'danger', title, description: errorMessage(error) })
    }
  }

  return { following, toggle: () => void toggle() }
}
