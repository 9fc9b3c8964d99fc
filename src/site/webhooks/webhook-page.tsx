import { useNavigate, useRevalidator } from 'react-router'
import type { Webhook, WrittenWebhook } from '#contract/webhooks/webhooks.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Section } from '#site/identity/account/section.tsx'
import { useAction } from '#site/identity/account/use-action.ts'
import { type Head, type HeadArgs, useApi, usePageData } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { toast } from '#site/ui/toast.tsx'
import { SecretSection } from './secret-section.tsx'
import { TestSection } from './test-section.tsx'
import type { webhookData } from './webhook-data.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState, describeFailures, describePending, nameOf } from './webhook-labels.tsx'

export function head({ data, site }: HeadArgs<Awaited<ReturnType<typeof webhookData>>>): Head {
  return { title: `${nameOf(data.webhook)} · ${site.name}`, noIndex: true, path: `/admin/webhooks/${data.webhook.id}` }
}

export default function WebhookPage() {
  const { webhook } = usePageData<typeof webhookData>()
  const { id } = webhook
  const api = useApi()
  const { revalidate } = useRevalidator()

  async function save(written: WrittenWebhook, version: number) {
    await api('PUT /api/admin/webhooks/{id}', { params: { id }, body: { ...written, version } })
    await revalidate()
    await toast({ title: 'Webhook saved' })
  }

  return (
    <div className="max-w-4xl py-8 sm:py-10">
      <p className="mb-3 text-sm">
        <TextLink to="/admin/webhooks">All webhooks</TextLink>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="min-w-0 font-serif text-2xl font-semibold wrap-anywhere">
          <bdi>{nameOf(webhook)}</bdi>
        </h1>
        <ButtonLink to={`/admin/webhooks/${id}/deliveries`} tone="quiet">
          Delivery log
        </ButtonLink>
      </div>
      <div className="mt-3 mb-8 grid grid-cols-1 gap-4">
        <Summary webhook={webhook} />
        <Problem webhook={webhook} />
      </div>
      <Section id="settings" title="Settings">
        <WebhookForm key={id} webhook={webhook} submit="Save" onSave={save} beside={<span />} />
      </Section>
      <TestSection id={id} />
      <SecretSection webhook={webhook} />
      <DeleteSection webhook={webhook} />
    </div>
  )
}

function Summary({ webhook }: { webhook: Webhook }) {
  const { lastDelivery, recent, pending } = webhook
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-gray-600">
      <WebhookState webhook={webhook} />
      {lastDelivery && (
        <span>
          Last delivery <Time at={lastDelivery.at} />
        </span>
      )}
      <span>{describeFailures(recent)}</span>
      {pending > 0 && <span>{describePending(pending)}</span>}
    </div>
  )
}

function Problem({ webhook: { id, enabled, disabledReason, failingSince } }: { webhook: Webhook }) {
  const log = <TextLink to={`/admin/webhooks/${id}/deliveries?state=failed`}>failed deliveries</TextLink>
  if (!enabled && disabledReason) {
    return (
      <Banner tone="danger" title="This webhook was disabled automatically.">
        {disabledReason === 'gone'
          ? 'The endpoint answered with status 410 Gone, which means that it wants no more events.'
          : 'Every attempt failed for several days.'}{' '}
        Fix the endpoint, enable the webhook, then replay the {log}.
      </Banner>
    )
  }
  if (!enabled || !failingSince) return null
  return (
    <Banner tone="warning">
      Deliveries have failed since <Time at={failingSince} />. Check the {log}.
    </Banner>
  )
}

function DeleteSection({ webhook }: { webhook: Webhook }) {
  const api = useApi()
  const navigate = useNavigate()
  const { busy, problem, run } = useAction()

  function remove() {
    void run(async () => {
      await api('DELETE /api/admin/webhooks/{id}', { params: { id: webhook.id } })
      await navigate('/admin/webhooks', { replace: true })
      await toast({ title: 'Webhook deleted' })
    })
  }

  return (
    <Section id="delete" title="Delete" about="To stop sending for a while, disable the webhook instead.">
      <div>
        <ConfirmButton
          label="Delete this webhook"
          busy={busy}
          size="md"
          title={`Delete the webhook “${nameOf(webhook)}”?`}
          consequence="No more events are sent to it. Its secret and its delivery log are deleted too. You can’t undo this."
          action="Delete"
          onConfirm={remove}
        >
          Delete this webhook
        </ConfirmButton>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
    </Section>
  )
}
