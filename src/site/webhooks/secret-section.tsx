import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { SECRET_OVERLAP_HOURS } from '#contract/webhooks/event-types.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Section } from '#site/identity/account/section.tsx'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Time } from '#site/ui/time.tsx'
import { SigningSecret } from './signing-secret.tsx'

export function SecretSection({ webhook }: { webhook: Webhook }) {
  const { id, secretCreatedAt, previousSecretUntil } = webhook
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = useAction()
  const [secret, setSecret] = useState<string | null>(null)

  function rotate(revoke: boolean) {
    void run(async () => {
      setSecret((await api('POST /api/admin/webhooks/{id}/secret', { params: { id }, body: { revoke } })).secret)
      await revalidate()
    })
  }

  return (
    <Section id="secret" title="Signing secret" about="Your service verifies the signature of each request with it.">
      {secret && <SigningSecret secret={secret} />}
      {!secretCreatedAt && <Banner tone="danger">The secret was lost. Rotate it to send events again.</Banner>}
      {secretCreatedAt && (
        <p className="text-sm text-gray-600">
          Created <Time at={secretCreatedAt} />.
          {previousSecretUntil && (
            <>
              {' '}
              The previous secret also works, until <AbsoluteTime at={previousSecretUntil} />.
            </>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ConfirmButton
          label="Rotate the secret"
          busy={busy}
          size="md"
          title="Rotate the secret?"
          consequence={`You get a new secret. Requests are signed with both for ${SECRET_OVERLAP_HOURS} hours, so that you can update your service.`}
          action="Rotate"
          onConfirm={() => rotate(false)}
        >
          Rotate the secret
        </ConfirmButton>
        <ConfirmButton
          label="Rotate and revoke the old secret"
          busy={busy}
          size="md"
          title="Rotate and revoke the old secret?"
          consequence="The old secret stops working at once. Your service refuses requests until you update it. Use this when the old secret has leaked."
          action="Rotate and revoke"
          onConfirm={() => rotate(true)}
        >
          Rotate and revoke
        </ConfirmButton>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
    </Section>
  )
}
