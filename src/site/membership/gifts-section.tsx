import type { GiftCode } from '#contract/membership/membership.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { Row, Rows } from '#site/identity/account/section.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { formatDate } from './format-membership.ts'

/** The gifts that the person bought, with their codes. */
export function BoughtGifts({ gifts }: { gifts: readonly GiftCode[] }) {
  if (gifts.length === 0) return null
  return (
    <section aria-labelledby="gifts" className="rounded-lg border border-gray-200 bg-white p-6">
      <h2 id="gifts" className="mb-5 font-serif text-lg leading-snug font-semibold">
        Gifts you bought
      </h2>
      <Rows>
        {gifts.map((gift) => (
          <li key={gift.id}>
            <Row
              title={
                <code dir="ltr" className="font-mono">
                  {gift.code}
                </code>
              }
              detail={describeGift(gift)}
              action={
                gift.state === 'ready' ? (
                  <CopyButton text={gift.code} label="Copy code" />
                ) : (
                  <Badge>{gift.state === 'redeemed' ? 'Redeemed' : 'Ended'}</Badge>
                )
              }
            />
          </li>
        ))}
      </Rows>
    </section>
  )
}

function describeGift({ months, recipientName, recipientEmail, expiresAt, state }: GiftCode) {
  const recipient = recipientName || recipientEmail
  return (
    <>
      {months === 1 ? '1 month' : months === 12 ? '1 year' : `${months} months`}
      {recipient && (
        <>
          {' '}
          for <bdi>{recipient}</bdi>
        </>
      )}
      {expiresAt && state === 'ready' && ` · redeem by ${formatDate(expiresAt)}`}
    </>
  )
}
