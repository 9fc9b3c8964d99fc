import { useEffect, useRef, useState } from 'react'
import type { WrittenWebhook } from '#contract/webhooks/webhooks.ts'
import { useApi } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

type Created = { id: string; secret: string }

export default function NewWebhookPage() {
  const api = useApi()
  const [created, setCreated] = useState<Created | null>(null)

  async function create(body: WrittenWebhook) {
    const { webhook, secret } = await api('POST /api/admin/webhooks', { body })
    setCreated({ id: webhook.id, secret })
  }

  return (
    <div className="max-w-3xl py-8 sm:py-10">
      {created ? (
        <Done created={created} />
      ) : (
        <>
          <h1 className="mb-6 font-serif text-2xl font-semibold">Add a webhook</h1>
          <WebhookForm
            webhook={null}
            submit="Add webhook"
            onSave={create}
            beside={
              <ButtonLink to="/admin/webhooks" tone="quiet">
                Cancel
              </ButtonLink>
            }
          />
        </>
      )}
    </div>
  )
}

function Done({ created: { id, secret } }: { created: Created }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form with the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-6 font-serif text-2xl font-semibold outline-none">
        Webhook added
      </h1>
      <SigningSecret secret={secret} />
      <p className="mt-6">
        <ButtonLink to={`/admin/webhooks/${id}`}>Continue to the webhook</ButtonLink>
      </p>
    </>
  )
}
