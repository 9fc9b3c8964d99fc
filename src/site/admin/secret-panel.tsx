import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { Banner } from '#site/ui/banner.tsx'

type Props = { secret: string; title: string; purpose: string; copy: string }

/** Shown once: the server cannot show it again. */
export function SecretPanel({ secret, title, purpose, copy }: Props) {
  return (
    <Banner tone="success" title={title}>
      <p>{purpose}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <code className="min-w-0 font-mono text-sm wrap-anywhere" dir="ltr">
          {secret}
        </code>
        <CopyButton text={secret} label={copy} />
      </div>
    </Banner>
  )
}
