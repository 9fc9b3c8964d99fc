import { toast } from '#site/ui/toast.tsx'

export async function showError(title: string, error: unknown) {
  const { errorMessage } = await import('./error-message.ts')
  await toast({ tone: 'danger', title, description: errorMessage(error) })
}
