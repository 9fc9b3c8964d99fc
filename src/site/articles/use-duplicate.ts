import { useNavigate } from 'react-router'
import { errorMessage } from '#site/errors/messages.ts'
import { newId } from '#site/browser/new-id.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** Copies an article to a new draft and opens it. */
export function useDuplicate() {
  const api = useApi()
  const navigate = useNavigate()
  return async (articleId: string) => {
    try {
      const copy = await api('POST /api/articles/{id}/duplicate', { params: { id: articleId }, body: { id: newId() } })
      await navigate(`/articles/edit?id=${copy.id}`, { viewTransition: true })
      void toast({ tone: 'success', title: 'Copied to a new draft' })
    } catch (error) {
      void toast({ tone: 'danger', title: 'Couldn’t duplicate the story', description: errorMessage(error) })
    }
  }
}
