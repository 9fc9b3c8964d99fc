import { useEffect, useRef } from 'react'
import { useShell } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = { codes: readonly string[]; onSaved(): void }

/** Shown only once: the server stores hashes of the codes. */
export function RecoveryCodes({ codes, onSaved }: Props) {
  const { site } = useShell()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const text = codes.join('\n')

  function download() {
    const address = URL.createObjectURL(new Blob([`${site.name}: recovery codes\n\n${text}\n`], { type: 'text/plain' }))
    Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' }).click()
    URL.revokeObjectURL(address)
  }

  return (
    <div className="rounded-lg border border-gray-200 p-5">
      <h3 ref={title} tabIndex={-1} className="font-medium outline-none">
        Save your recovery codes
      </h3>
      <p className="mt-1 text-sm text-gray-600">
        Use one to sign in if you lose your authenticator app. Each code works once. We won’t show them again.
      </p>
      <ul
        aria-label="Recovery codes"
        dir="ltr"
        className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-2 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <CopyButton text={text} label="Copy all" />
        <Button tone="quiet" size="sm" onClick={download}>
          <Icon name="download" size={16} />
          Download
        </Button>
        <Button size="sm" onClick={onSaved}>
          I’ve saved them
        </Button>
      </div>
    </div>
  )
}
