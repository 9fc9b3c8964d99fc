import { toast } from '#site/ui/toast.tsx'

export async function showError(title: string, error: unknown) {
  const { errorMessage } = await import('#site/errors/messages.ts')
  await toast({ tone: 'danger', title, description: errorMessage(error) })
}
