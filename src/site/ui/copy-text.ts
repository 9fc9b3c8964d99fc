import { toast } from './toast.tsx'

/** Copies text to the clipboard and shows a toast. */
export async function copyText(words: string, said: string) {
  try {
    await navigator.clipboard.writeText(words)
    await toast({ tone: 'success', title: said })
  } catch {
    // Clipboard access is denied.
    await toast({
      tone: 'danger',
      title: 'We couldn’t copy it',
      description: 'Copy it from the address bar instead.',
    })
  }
}
