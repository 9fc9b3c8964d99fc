import { toast } from '#site/ui/toast.tsx'

/** Says that something was taken back, and why. */
export async function sayRefused(title: string, error: unknown) {
  const { sentenceOf } = await import('#site/identity/sentences.ts')
  await toast({ tone: 'danger', title, description: sentenceOf(error) })
}
