import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { Banner } from '#site/ui/banner.tsx'

/** Shown once: the server cannot show it again. */
export function SecretPanel({ secret }: { secret: string }) {
  return (
    <Banner tone="success" title="Copy the signing secret now. It is shown only once.">
      <p>Your service needs it to verify that requests come from this site.</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <code className="min-w-0 font-mono text-sm wrap-anywhere" dir="ltr">
          {secret}
        </code>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
    </Banner>
  )
}
