import { useMemo } from 'react'
import { useRevalidator } from 'react-router'
import { deliveryStates, webhookEventTypes } from '#contract/webhooks/event-types.ts'
import type { WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { type Api, type Head, type HeadArgs, useApi, usePageData } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { deliveriesData } from './deliveries-data.ts'
import { DeliveryBadge, describeResult, nameOf } from './webhook-labels.tsx'

type Data = Awaited<ReturnType<typeof deliveriesData>>

export function head({ data: { webhook }, site }: HeadArgs<Data>): Head {
  const path = `/admin/webhooks/${webhook.id}/deliveries`
  return { title: `Deliveries to ${nameOf(webhook)} · ${site.name}`, noIndex: true, path }
}

const columns: readonly ListColumn<WebhookDelivery>[] = [
  {
    id: 'event',
    header: 'Event',
    primary: true,
    cell: ({ type, replay }) => (
      <span className="font-mono text-sm">
        {type}
        {replay && <span className="font-sans text-gray-600"> (replay)</span>}
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: (delivery) => <DeliveryBadge {...delivery} /> },
  {
    id: 'result',
    header: 'Response',
    cell: (delivery) => <span className="wrap-anywhere">{describeResult(delivery)}</span>,
  },
  { id: 'attempts', header: 'Attempts', numeric: true, cell: ({ attempts }) => attempts },
  {
    id: 'at',
    header: 'Created',
    sort: 'at',
    firstOrder: 'descending',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  { id: 'next', header: 'Next attempt', cell: ({ dueAt }) => (dueAt ? <Time at={dueAt} /> : '–') },
  {
    id: 'message',
    header: 'webhook-id',
    hiddenByDefault: true,
    cell: ({ eventId }) => <span className="font-mono text-xs wrap-anywhere">{eventId}</span>,
  },
]

const stateLabels = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' }
const filters: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: deliveryStates.map((value) => ({ value, label: stateLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'type',
    label: 'Event',
    options: webhookEventTypes.map((value) => ({ value, label: value })),
  },
]

export default function DeliveriesPage() {
  const { webhook, items, next, query } = usePageData<typeof deliveriesData>()
  const api = useApi()
  const { revalidate } = useRevalidator()
  const actions = useMemo(() => [replayAction(api, revalidate)], [api, revalidate])
  return (
    <AdminList
      title="Delivery log"
      path={`/admin/webhooks/${webhook.id}/deliveries`}
      noun={['delivery', 'deliveries']}
      rows={items}
      next={next}
      query={query}
      usualSort="-at"
      columns={columns}
      filters={filters}
      actions={actions}
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      aside={<ReplayFailed id={webhook.id} enabled={webhook.enabled} />}
      empty={
        <EmptyState icon="webhook" title="No deliveries yet">
          Events that are sent to this webhook appear here for 30 days.
        </EmptyState>
      }
    >
      <p className="mt-2 text-sm wrap-anywhere text-gray-600">
        To <TextLink to={`/admin/webhooks/${webhook.id}`}>{nameOf(webhook)}</TextLink>. Kept for 30 days.
      </p>
    </AdminList>
  )
}

const rowId = ({ id }: WebhookDelivery) => String(id)
const rowLabel = ({ type, id }: WebhookDelivery) => `${type} ${id}`
const rowUrl = ({ webhookId, id }: WebhookDelivery) => `/admin/webhooks/${webhookId}/deliveries/${id}`

function replayAction(api: Api, revalidate: () => Promise<void>): BulkAction<WebhookDelivery> {
  return {
    id: 'replay',
    label: 'Replay',
    icon: 'rotate-cw',
    appliesTo: ({ state }) => state !== 'pending',
    async run(rows) {
      const outcomes = await api('POST /api/admin/webhook-deliveries/replay', {
        body: { ids: rows.map(({ id }) => id) },
      })
      await revalidate()
      return outcomes.flatMap(({ id, refused }) => (refused ? [{ id: String(id), message: refused.message }] : []))
    },
    done: (count) => (count === 1 ? '1 delivery is sent again' : `${count} deliveries are sent again`),
  }
}

function ReplayFailed({ id, enabled }: { id: string; enabled: boolean }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = useAction()

  function replay() {
    void run(async () => {
      const { replayed, more } = await api('POST /api/admin/webhooks/{id}/replay-failed', { params: { id } })
      await revalidate()
      await toast({
        title: replayed === 0 ? 'No failed deliveries to replay' : `Deliveries that are sent again: ${replayed}`,
        ...(more && { description: 'There are more. Replay again when these are delivered.' }),
      })
    })
  }

  if (!enabled) return null
  return (
    <>
      <Button tone="quiet" busy={busy} onClick={replay}>
        Replay all failed
      </Button>
      {problem && <Banner tone="danger">{problem}</Banner>}
    </>
  )
}
