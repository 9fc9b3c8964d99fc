import { useState } from 'react'
import { track } from '#site/analytics/track.ts'
import { useApi } from '#site/page.ts'
import { createStore, useStore } from '#site/ui/store.ts'
import { toast } from '#site/ui/toast.tsx'
import { createToggle } from '#site/ui/toggle.ts'

type FollowOptions = {
  id: string
  name: string
  followed: boolean
  followers: number
  /** Whether `followed` was just fetched. A restored list may be older than `recentChanges`. */
  fresh?: boolean
}

/** Changes made in this tab, by person id. Only written in the browser. */
const recentChanges = new Map<string, boolean>()

/** Optimistic: updates the button and the count, and reverts if the request fails. */
export function useFollowPerson({
  id,
  name,
  followers: initialFollowers,
  followed: initiallyFollowed,
  fresh = false,
}: FollowOptions) {
  const api = useApi()
  const [follow] = useState(() =>
    createToggle(
      createStore({
        followed: fresh ? initiallyFollowed : (recentChanges.get(id) ?? initiallyFollowed),
        followers: initialFollowers,
      }),
      {
        isOn: ({ followed }) => followed,
        turn: ({ followers }, followed) => ({ followed, followers: followers + (followed ? 1 : -1) }),
      },
    ),
  )
  const shown = useStore(follow, (state) => state)

  async function toggle() {
    try {
      const confirmed = await follow.toggle((on) =>
        api(on ? 'PUT /api/people/{ref}/follow' : 'DELETE /api/people/{ref}/follow', { params: { ref: id } }),
      )
      if (confirmed) recentChanges.set(id, confirmed.followed)
      if (confirmed?.followed) track({ kind: 'follow' })
    } catch (error) {
      const { errorMessage } = await import('#site/errors/messages.ts')
      const title = follow.get().followed ? `Couldn’t unfollow ${name}` : `Couldn’t follow ${name}`
      await toast({ tone: 'danger', title, description: errorMessage(error) })
    }
  }

  /** For follows that end in another way, such as a block. */
  function ended() {
    const { followed, followers } = follow.get()
    follow.adopt({ followed: false, followers: followers - Number(followed) })
    recentChanges.set(id, false)
  }

  return { ...shown, toggle: () => void toggle(), ended }
}
