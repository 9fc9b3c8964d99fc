import { SecretPanel } from '#site/admin/secret-panel.tsx'

export function SigningSecret({ secret }: { secret: string }) {
  return (
    <SecretPanel
      secret={secret}
      title="Copy the signing secret now. It is shown only once."
      purpose="Your service needs it to verify that requests come from this site."
      copy="Copy the secret"
    />
  )
}
