import { toast } from '#site/ui/toast.tsx'

/** Copies text to the clipboard and shows a toast. */
export async function copyText(words: string, said: string) {
  try {
    await navigator.clipboard.writeText(words)
    await toast({ tone: 'success', title: said })
  } catch {
    // Clipboard access is denied.
    await toast({
      tone: 'danger',
      title: 'It could not be copied',
      description: 'The address is in the browser’s bar.',
    })
  }
}
