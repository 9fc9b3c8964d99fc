import { toast } from '#site/ui/toast.tsx'

/** Says that something was taken back, and why. */
export async function sayRefused(title: string, error: unknown) {
  const { reasonOf } = await import('./reason.ts')
  await toast({ tone: 'danger', title, description: reasonOf(error) })
}
