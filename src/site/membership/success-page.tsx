import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CheckoutResult } from '#contract/membership/membership.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { isTestMode } from '#contract/membership/states.ts'
import { track } from '#site/analytics/track.ts'
import { readStored, writeStored } from '#site/browser/web-storage.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { type Head, type HeadArgs, usePageData, useShell } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Spinner } from '#site/ui/spinner.tsx'
import { readDraft, updateDraft } from './checkout-draft.ts'
import { formatDate } from './format-membership.ts'
import type { successData } from './success-data.ts'
import { TestNotice } from './test-notice.tsx'
import { useCheckoutResult } from './use-checkout-result.ts'

const TRACKED_KEY = 'bramble:tracked-checkout'

/** The tab says thank you only for what is paid. */
export function head({ data, site, row }: HeadArgs<Awaited<ReturnType<typeof successData>>>): Head {
  const title = data?.result.state === 'paid' ? 'Thank you' : row.title
  return { title: `${title} · ${site.name}`, noIndex: true }
}

export default function SuccessPage() {
  const data = usePageData<typeof successData>()
  return (
    <div className="mx-auto grid max-w-xl grid-cols-1 gap-8 px-5 pt-6 pb-20">
      {data ? (
        <Checkout key={data.id} id={data.id} first={data.result} />
      ) : (
        <Message
          icon={<Icon name="receipt" size={40} className="text-gray-400" />}
          title="No payment to show"
          actions={<ButtonLink to="/membership">Go to membership</ButtonLink>}
        >
          This page opens after a payment. Your payments and receipts are on the membership page.
        </Message>
      )}
    </div>
  )
}

function Checkout({ id, first }: { id: string; first: CheckoutResult }) {
  const { result, isSlow, checkAgain } = useCheckoutResult(id, first)
  const { revalidate } = useRevalidator()
  const personId = useShell().viewer?.id
  const message = useRef<HTMLDivElement>(null)
  const [story, setStory] = useState<string | null>(null)
  useEffect(() => {
    if (!personId || result.state !== 'paid') return
    const draft = readDraft(personId)
    if (result.kind === 'membership' && draft.story !== undefined) setStory(draft.story)
    updateDraft(personId, result.kind === 'gift' ? { gift: undefined } : { coupon: undefined, story: undefined })
  }, [personId, result])
  const isNewMember = result.state === 'paid' && result.kind === 'membership' && result.member
  useEffect(() => {
    // Not again when the page is reloaded.
    if (!isNewMember || readStored('sessionStorage', TRACKED_KEY) === id) return
    writeStored('sessionStorage', TRACKED_KEY, id)
    track({ kind: 'step', step: 'member' })
  }, [isNewMember, id])
  // The title of the page says what came of the payment.
  const isDecided = result.state !== first.state
  useEffect(() => {
    if (isDecided) void revalidate()
  }, [isDecided, revalidate])

  function check() {
    // The button is gone then, and what follows it replaces the heading.
    message.current?.focus()
    checkAgain()
  }

  return (
    <>
      <TestNotice provider={result.provider} />
      {/* Screen readers hear that the state has changed. */}
      <div ref={message} tabIndex={-1} aria-live="polite" className="outline-none">
        {result.state === 'paid' && result.kind === 'gift' && <PaidGift result={result} />}
        {result.state === 'paid' &&
          result.kind === 'membership' &&
          (result.member ? <Paid result={result} story={story} /> : <Ended result={result} />)}
        {result.state === 'refunded' && <Refunded />}
        {result.state === 'expired' && <Expired />}
        {result.state === 'open' && <Waiting isSlow={isSlow} onCheck={check} />}
      </div>
    </>
  )
}

/** `story`: the slug of the story at whose wall the person decided to join. */
function Paid({ result, story }: { result: CheckoutResult; story: string | null }) {
  const { plan, amount, currency, trialEnd } = result
  const [openedAt] = useState(() => new Date().toISOString())
  const isOver = trialEnd !== null && trialEnd <= openedAt
  return (
    <Message
      icon={<Icon name="circle-check" size={40} className="text-primary-700" />}
      title={isOver ? 'You’re a member' : trialEnd ? 'Your free trial has started' : 'Thank you. You’re a member'}
      actions={
        <>
          {story === null ? (
            <ButtonLink to="/latest">Start reading</ButtonLink>
          ) : (
            <ButtonLink to={`/story/${encodeURIComponent(story)}`}>Back to your story</ButtonLink>
          )}
          <ButtonLink to="/membership" tone="quiet">
            Your membership
          </ButtonLink>
        </>
      }
    >
      {trialEnd ? (
        <p>
          You can read every members’ story now. Nothing was charged for the trial. Your trial of <bdi>{plan.name}</bdi>{' '}
          {isOver ? 'ended' : 'ends'} on {formatDate(trialEnd)}.
        </p>
      ) : amount === 0 ? (
        <p>
          Your membership with the plan <bdi>{plan.name}</bdi> has started. Nothing was charged. You can read every
          members’ story now.
        </p>
      ) : (
        <p>
          Your payment of {formatMoney(amount, currency)} for <bdi>{plan.name}</bdi> is confirmed. You can read every
          members’ story now. The receipt is on the membership page.
        </p>
      )}
    </Message>
  )
}

function Ended({ result: { plan, amount, currency, trialEnd } }: { result: CheckoutResult }) {
  return (
    <Message
      icon={<Icon name="calendar-x" size={40} className="text-gray-500" />}
      title="This membership has ended"
      actions={<ButtonLink to="/membership">Go to membership</ButtonLink>}
    >
      {trialEnd !== null || amount === 0 ? (
        <>
          Nothing was charged for <bdi>{plan.name}</bdi> in this checkout.
        </>
      ) : (
        <>
          Your payment of {formatMoney(amount, currency)} for <bdi>{plan.name}</bdi> was confirmed. The receipt is on
          the membership page.
        </>
      )}
    </Message>
  )
}

const spentGifts = {
  redeemed: {
    title: 'Your gift was redeemed',
    text: 'The person you gave it to is using it. The code no longer works.',
  },
  ended: {
    title: 'This gift has ended',
    text: 'It was refunded or withdrawn. The code no longer works.',
  },
} as const

function PaidGift({ result: { gift, amount, currency, provider } }: { result: CheckoutResult }) {
  const paid = `Your payment of ${formatMoney(amount, currency)}`
  const back = (
    <ButtonLink to="/membership" tone="quiet">
      Back to membership
    </ButtonLink>
  )
  if (gift && gift.state !== 'ready') {
    const { title, text } = spentGifts[gift.state]
    return (
      <Message icon={<Icon name="gift" size={40} className="text-gray-500" />} title={title} actions={back}>
        <p>
          {paid} was confirmed. {text}
        </p>
      </Message>
    )
  }
  return (
    <Message
      icon={<Icon name="gift" size={40} className="text-primary-700" />}
      title="Your gift is ready"
      actions={back}
    >
      <p>
        {paid} is confirmed.{' '}
        {gift?.recipientEmail && !isTestMode(provider) ? (
          <>
            We emailed this code to <bdi className="wrap-anywhere">{gift.recipientEmail}</bdi>.
          </>
        ) : (
          <>
            Pass this code on{gift?.recipientName && ' to '}
            {gift?.recipientName && <bdi className="wrap-anywhere">{gift.recipientName}</bdi>}. You find it on the
            membership page too.
            {gift?.recipientEmail && ' In test mode, no email is sent.'}
          </>
        )}
      </p>
      {gift && (
        <div className="mt-6 flex flex-wrap items-center justify-center gap-3 rounded-lg border border-primary-200 bg-primary-50 px-4 py-5">
          <code dir="ltr" className="font-mono text-lg font-semibold tracking-wide wrap-anywhere">
            {gift.code}
          </code>
          <CopyButton text={gift.code} label="Copy code" />
        </div>
      )}
    </Message>
  )
}

function Refunded() {
  return (
    <Message
      icon={<Icon name="undo-2" size={40} className="text-gray-500" />}
      title="This payment was refunded"
      actions={<ButtonLink to="/membership">Your membership</ButtonLink>}
    >
      You already had a membership, so this payment was refunded. Nothing has changed for you.
    </Message>
  )
}

function Expired() {
  return (
    <Message
      icon={<Icon name="clock-alert" size={40} className="text-warning-800" />}
      title="This checkout has expired"
      actions={<ButtonLink to="/membership">Choose a plan</ButtonLink>}
    >
      It was not paid in time. You were not charged. Choose a plan to start again.
    </Message>
  )
}

function Waiting({ isSlow, onCheck }: { isSlow: boolean; onCheck(): void }) {
  return (
    <Message
      icon={isSlow ? <Icon name="hourglass" size={40} className="text-gray-500" /> : <Spinner className="size-10" />}
      title={isSlow ? 'Your payment is not confirmed yet' : 'Waiting for your payment…'}
      actions={
        isSlow ? (
          <>
            <Button onClick={onCheck}>Check again</Button>
            <ButtonLink to="/membership" tone="quiet">
              Back to membership
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      {isSlow
        ? 'The payment provider has not confirmed it. If you paid, you can close this page: your membership starts as soon as the confirmation arrives. You are not charged twice.'
        : 'We ask the payment provider for the result. This takes a few seconds. Stay on this page, and don’t pay again.'}
    </Message>
  )
}

type MessageProps = { icon: ReactNode; title: string; children: ReactNode; actions?: ReactNode }

function Message({ icon, title, children, actions }: MessageProps) {
  return (
    <section className="rounded-lg border border-gray-200 bg-white px-6 py-10 text-center">
      <div className="flex justify-center">{icon}</div>
      <h1 className="mt-4 font-serif text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="mt-3 text-pretty text-gray-700">{children}</div>
      {actions && <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>}
    </section>
  )
}
