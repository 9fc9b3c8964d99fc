import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ForYouWeights } from '#contract/discovery.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** Optimistic: reverts changes that fail. */
export function useWeights(initially: ForYouWeights) {
  const api = useApi()
  const navigate = useNavigate()
  const [weights, setWeights] = useState(initially)
  const wanted = useRef(initially)
  const settled = useRef(initially)
  /** The weights the current list was built with. */
  const listed = useRef(initially)
  const asking = useRef<Promise<void> | null>(null)

  function change(part: Partial<ForYouWeights>) {
    wanted.current = { ...wanted.current, ...part }
    setWeights(wanted.current)
    asking.current ??= settle()
  }

  /** One request at a time, so that quick changes cannot arrive out of order. */
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
      const { errorMessage } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title: 'Preferences not saved', description: errorMessage(error) })
    } finally {
      asking.current = null
    }
  }

  /** Reloads the list after pending changes are saved. */
  async function showList() {
    await asking.current
    if (listed.current === settled.current) return
    listed.current = settled.current
    // A new history entry for the same URL loads a new list.
    await navigate('/', { replace: true, preventScrollReset: true })
  }

  return { weights, change, showList }
}
