import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '#site/errors/messages.ts'
import { newId } from '#site/browser/new-id.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** Copies an article to a new draft and opens it. A second call while the first runs does nothing. */
export function useDuplicate(articleId: string) {
  const api = useApi()
  const navigate = useNavigate()
  const pending = useRef(false)
  /** Stays the same until the copy is made, so that a retry cannot make a second one. */
  const copyId = useRef<string | null>(null)
  /** `prepare` may refuse with the reason. */
  return async (prepare?: () => Promise<string | null>) => {
    if (pending.current) return
    pending.current = true
    try {
      const refusal = await prepare?.()
      if (refusal) return fail(refusal)
      copyId.current ??= newId()
      const copy = await api('POST /api/articles/{id}/duplicate', {
        params: { id: articleId },
        body: { id: copyId.current },
      })
      copyId.current = null
      await navigate(`/articles/edit?id=${copy.id}`, { viewTransition: true })
      void toast({ tone: 'success', title: 'Story duplicated' })
    } catch (error) {
      fail(errorMessage(error))
    } finally {
      pending.current = false
    }
  }
}

function fail(description: string) {
  void toast({ tone: 'danger', title: 'Couldn’t duplicate the story', description })
}
