import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ForYouWeights } from '#contract/discovery.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** How For you is made. A change shows at once, and is taken back if it was refused. */
export function useWeights(initially: ForYouWeights) {
  const api = useApi()
  const navigate = useNavigate()
  const [weights, setWeights] = useState(initially)
  const wanted = useRef(initially)
  const settled = useRef(initially)
  /** What the list on the page was made by. */
  const listed = useRef(initially)
  const asking = useRef<Promise<void> | null>(null)

  function change(part: Partial<ForYouWeights>) {
    wanted.current = { ...wanted.current, ...part }
    setWeights(wanted.current)
    asking.current ??= settle()
  }

  /** One question at a time, so that two quick changes cannot overtake each other. */
  async function settle() {
    try {
      while (wanted.current !== settled.current) {
        const body = wanted.current
        await api('PUT /api/for-you/weights', { body })
        settled.current = body
      }
    } catch (error) {
      wanted.current = settled.current
      setWeights(settled.current)
      const { sentenceOf } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title: 'For you stays as it was', description: sentenceOf(error) })
    } finally {
      asking.current = null
    }
  }

  /** Fetches the list anew once what was changed is kept. */
  async function showList() {
    await asking.current
    if (listed.current === settled.current) return
    listed.current = settled.current
    // Another entry at the same place is another list.
    await navigate('/', { replace: true, preventScrollReset: true })
  }

  return { weights, change, showList }
}
