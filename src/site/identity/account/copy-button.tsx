import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { toast } from '#site/ui/toast.tsx'

const COPIED_MS = 2000

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), COPIED_MS)
    } catch {
      // Clipboard access can be denied. The text is on the page.
      await toast({
        tone: 'danger',
        title: 'We couldn’t copy it',
        description: 'Select the text and copy it yourself.',
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
