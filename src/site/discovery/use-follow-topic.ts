import { useRef, useState } from 'react'
import type { Topic } from '#contract/discovery.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** Follows a topic or leaves it. Shows it at once, and takes it back if it was refused. */
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

  /** One question at a time, so that two quick presses cannot overtake each other. */
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
      const { sentenceOf } = await import('#site/errors/messages.ts')
      const title = settled.current ? `You still follow ${name}` : `You do not follow ${name} yet`
      await toast({ tone: 'danger', title, description: sentenceOf(error) })
    } finally {
      asking.current = false
    }
  }

  return { following, toggle }
}
