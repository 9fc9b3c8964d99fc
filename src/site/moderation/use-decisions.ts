import { useRevalidator } from 'react-router'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** What the details of a case decide: its appeal, and the undo of an earlier decision. */
export function useDecisions() {
  const api = useApi()
  const { revalidate } = useRevalidator()

  async function undo(id: string) {
    try {
      await api('POST /api/admin/moderation/decisions/{id}/undo', { params: { id } })
      await toast({ tone: 'success', title: 'Undone' })
    } catch (error) {
      await toast({ tone: 'danger', title: 'That didn’t work', description: errorMessage(error) })
    }
    await revalidate()
  }

  async function decideAppeal(id: string, outcome: 'accepted' | 'rejected', note: string) {
    await api('POST /api/admin/appeals/{id}', { params: { id }, body: { outcome, note } })
    await toast({ tone: 'success', title: outcome === 'accepted' ? 'Appeal accepted' : 'Appeal rejected' })
    await revalidate()
  }

  return { undo, decideAppeal }
}
