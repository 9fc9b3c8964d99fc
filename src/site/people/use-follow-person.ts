import { useRef, useState } from 'react'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

export type Following = {
  id: string
  name: string
  followed: boolean
  followers: number
  /** True where the page has just been told; a list that one comes back to may be older than what was pressed since. */
  fresh?: boolean
}

/** What was pressed in this tab, by the person's id. Only ever written in a browser. */
const lately = new Map<string, boolean>()

/** Follows somebody or ends it. Shows it at once, with the count, and takes it back if it was refused. */
export function useFollowPerson({ id, name, followers: most, followed: told, fresh = false }: Following) {
  const api = useApi()
  const [shown, setShown] = useState(() => ({
    followed: fresh ? told : (lately.get(id) ?? told),
    followers: most,
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

  /** One question at a time, so that two quick presses cannot overtake each other. */
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
      lately.set(id, settled.current.followed)
      setShown(settled.current)
    } catch (error) {
      wanted.current = settled.current.followed
      setShown(settled.current)
      const { sentenceOf } = await import('#site/errors/messages.ts')
      const title = settled.current.followed ? `You still follow ${name}` : `You do not follow ${name} yet`
      await toast({ tone: 'danger', title, description: sentenceOf(error) })
    } finally {
      asking.current = false
    }
  }

  /** Says that it has ended by other means, such as a block. */
  function ended() {
    const { followed, followers } = settled.current
    settled.current = { followed: false, followers: followers - Number(followed) }
    wanted.current = false
    lately.set(id, false)
    setShown(settled.current)
  }

  return { ...shown, toggle, ended }
}
