import { useRef, useState } from 'react'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

export type FollowOptions = {
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
  const [shown, setShown] = useState(() => ({
    followed: fresh ? initiallyFollowed : (recentChanges.get(id) ?? initiallyFollowed),
    followers: initialFollowers,
  }))
  const wanted = useRef(shown.followed)
  const settled = useRef(shown)
  const asking = useRef(false)

  function toggle() {
    wanted.current = !wanted.current
    const { followed, followers } = settled.current
    setShown({ followed: wanted.current, followers: followers + Number(wanted.current) - Number(followed) })
    void settle()
  }

  /** One request at a time, so that quick clicks cannot arrive out of order. */
  async function settle() {
    if (asking.current) return
    asking.current = true
    try {
      while (wanted.current !== settled.current.followed) {
        const follow = wanted.current
        settled.current = await api(follow ? 'PUT /api/people/{ref}/follow' : 'DELETE /api/people/{ref}/follow', {
          params: { ref: id },
        })
      }
      recentChanges.set(id, settled.current.followed)
      setShown(settled.current)
    } catch (error) {
      wanted.current = settled.current.followed
      setShown(settled.current)
      const { errorMessage } = await import('#site/errors/messages.ts')
      const title = settled.current.followed ? `Couldn’t unfollow ${name}` : `Couldn’t follow ${name}`
      await toast({ tone: 'danger', title, description: errorMessage(error) })
    } finally {
      asking.current = false
    }
  }

  /** For follows that end in another way, such as a block. */
  function ended() {
    const { followed, followers } = settled.current
    settled.current = { followed: false, followers: followers - Number(followed) }
    wanted.current = false
    recentChanges.set(id, false)
    setShown(settled.current)
  }

  return { ...shown, toggle, ended }
}
