import { describeBerries } from '#contract/rewards/outcomes.ts'
import { showError } from '#site/conversation/show-error.ts'
import { isRefused } from '#site/errors/form-errors.ts'
import type { Api } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

type Given = { api: Api; id: string; amount: number; revalidate(): Promise<void> }

/** Takes a gift back, and shows the new balance on the page that is open by then. */
export async function undoGift({ api, id, amount, revalidate }: Given) {
  try {
    await api('POST /api/berries/gifts/{id}/undo', { params: { id } })
    await toast({ title: `You took back ${describeBerries(amount)}.` })
  } catch (error) {
    await showError('Couldn’t undo the gift', error)
    if (!isRefused(error)) return
  }
  await revalidate()
}
