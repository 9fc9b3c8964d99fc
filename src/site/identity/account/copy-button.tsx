import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { toast } from '#site/ui/toast.tsx'

const SAID_MS = 2000

/** Puts a text where it can be pasted from, and says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), SAID_MS)
    } catch {
      // Some browsers let nobody write there; the text is on the page.
      await toast({
        tone: 'danger',
        title: 'We couldn’t copy it',
        description: 'Mark the text and copy it by hand.',
      })
    }
  }

  return (
    <Button tone="quiet" size="sm" onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}
