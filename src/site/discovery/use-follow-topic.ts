import { useRef, useState } from 'react'
import type { Topic } from '#contract/discovery.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** Optimistic: reverts if the request fails. */
export function useFollowTopic({ kind, slug, name }: Topic, initially: boolean) {
  const api = useApi()
  const [following, setFollowing] = useState(initially)
  const wanted = useRef(initially)
  const settled = useRef(initially)
  const asking = useRef(false)

  function toggle() {
    wanted.current = !wanted.current
    setFollowing(wanted.current)
    void settle()
  }

  /** One request at a time, so that quick clicks cannot arrive out of order. */
  async function settle() {
    if (asking.current) return
    asking.current = true
    try {
      while (wanted.current !== settled.current) {
        const follow = wanted.current
        await api(follow ? 'PUT /api/topics/{kind}/{slug}' : 'DELETE /api/topics/{kind}/{slug}', {
          params: { kind, slug },
        })
        settled.current = follow
      }
    } catch (error) {
      wanted.current = settled.current
      setFollowing(settled.current)
      const { errorMessage } = await import('#site/errors/messages.ts')
      const title = settled.current ? `Couldn’t unfollow ${name}` : `Couldn’t follow ${name}`
      await toast({ tone: 'danger', title, description: errorMessage(error) })
    } finally {
      asking.current = false
    }
  }

  return { following, toggle }
}
