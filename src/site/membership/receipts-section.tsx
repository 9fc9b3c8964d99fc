import { useEffect, useState } from 'react'
import type { Receipt } from '#contract/membership/membership.ts'
import { formatMoney } from '#contract/membership/money.ts'
import type { PageOf } from '#contract/shapes.ts'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Section } from '#site/identity/account/section.tsx'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { formatDate } from './format-membership.ts'
import { PaymentBadge } from './payment-badge.tsx'
import { ReceiptLink } from './receipt-link.tsx'

/** The payments, newest first, each with its receipt as a PDF. */
export function ReceiptsSection({ first }: { first: PageOf<Receipt> }) {
  const api = useApi()
  const action = useAction()
  const [{ items, next }, setPage] = useState(first)
  useEffect(() => setPage(first), [first])

  const loadMore = () =>
    action.run(async () => {
      const more = await api('GET /api/membership/receipts', { query: { ...(next && { before: next }) } })
      setPage({ items: [...items, ...more.items], next: more.next })
    })

  return (
    <Section id="receipts" title="Receipts">
      {items.length === 0 ? (
        <p className="text-gray-600">No payments yet. Each payment has a receipt here.</p>
      ) : (
        <ul className="divide-y divide-gray-200">
          {items.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      )}
      {next && (
        <div>
          <Button tone="quiet" size="sm" busy={action.busy} onClick={() => void loadMore()}>
            Show more
          </Button>
        </div>
      )}
      <Outcome {...action} />
    </Section>
  )
}

function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { id, number, description, amount, refunded, currency, at } = receipt
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere">
          <bdi>{description}</bdi>
        </p>
        <p className="text-sm text-gray-600">
          {formatDate(at)}
          {number && ` · ${number}`}
          {refunded > 0 && ` · ${formatMoney(refunded, currency)} refunded`}
        </p>
      </div>
      <PaymentBadge payment={receipt} />
      <p className="font-medium">{formatMoney(amount, currency)}</p>
      {number && <ReceiptLink id={id} number={number} />}
    </li>
  )
}
