import { toast } from '#site/ui/toast.tsx'

/** Puts words where they can be pasted from, and says so. */
export async function copyText(words: string, said: string) {
  try {
    await navigator.clipboard.writeText(words)
    await toast({ tone: 'success', title: said })
  } catch {
    // Some browsers let nobody write there.
    await toast({
      tone: 'danger',
      title: 'It could not be copied',
      description: 'The address is in the browser’s bar.',
    })
  }
}
