import { useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { formatMoney } from '#contract/membership/money.ts'
import type { TestCard } from '#contract/membership/states.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi, usePageData } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink, buttonLook } from '#site/ui/button.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { describeFreeDays } from './format-membership.ts'
import { openAddress } from './open-address.ts'
import { testCardOptions } from './test-cards.ts'
import type { testCheckoutData } from './test-checkout-data.ts'
import { TestNotice } from './test-notice.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function TestCheckoutPage() {
  const data = usePageData<typeof testCheckoutData>()
  return (
    <div className="mx-auto grid max-w-md grid-cols-1 gap-6 px-5 pt-4 pb-20">
      <TestNotice provider="test" />
      <div className="rounded-lg border border-gray-200 bg-white p-6 sm:p-8">
        <h1 className="font-serif text-2xl font-semibold tracking-tight">Test checkout</h1>
        {data ? (
          <Checkout session={data.session} checkout={data.checkout} />
        ) : (
          <Ended text="There is nothing to pay here. Choose a plan first." to="/membership" label="Choose a plan" />
        )}
      </div>
    </div>
  )
}

type Props = { session: string; checkout: Reply<'GET /api/membership/test/{session}'> }

function Checkout({ session, checkout }: Props) {
  if (checkout.state === 'complete')
    return (
      <Ended
        text="This checkout is complete. You don’t need to pay again."
        to={`/billing/success?checkout=${encodeURIComponent(checkout.checkout)}`}
        label="See the result"
      />
    )
  if (checkout.state === 'expired')
    return (
      <Ended
        text="This checkout has expired. Nothing was charged. Choose a plan to start again."
        to="/membership"
        label="Choose a plan"
      />
    )
  return <Payment session={session} checkout={checkout} />
}

function Payment({ session, checkout: { description, dueNow, currency, trialDays, cancelUrl } }: Props) {
  const api = useApi()
  const action = useAction()
  const [card, setCard] = useState<TestCard>('works')
  const amount = formatMoney(dueNow, currency)

  const pay = () =>
    action.run(async () => {
      const { url } = await api('POST /api/membership/test/{session}/pay', { params: { session }, body: { card } })
      await openAddress(url)
    })

  return (
    <div className="mt-5 grid grid-cols-1 gap-6">
      <dl className="grid gap-2 border-y border-gray-200 py-4">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="sr-only">You buy</dt>
          <dd className="wrap-anywhere" dir="auto">
            {description}
          </dd>
        </div>
        <div className="flex justify-between gap-4 text-md font-semibold">
          <dt>Due now</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      {trialDays > 0 && (
        <p className="text-sm text-gray-700">
          {describeFreeDays(trialDays)} The card is charged when they end, unless you cancel before.
        </p>
      )}
      <RadioGroup legend="Test card" options={testCardOptions} value={card} onChange={(value) => setCard(value)} />
      {action.problem && <Banner tone="danger">{action.problem}</Banner>}
      <div className="grid gap-3">
        <Button busy={action.busy} onClick={() => void pay()}>
          {trialDays > 0 && dueNow === 0 ? 'Start the trial' : `Pay ${amount}`}
        </Button>
        {/* An absolute address, as at other payment providers. */}
        <a href={cancelUrl} className={buttonLook({ tone: 'plain' })}>
          Cancel and go back
        </a>
      </div>
    </div>
  )
}

function Ended({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <>
      <p className="mt-4 mb-6 text-gray-700">{text}</p>
      <ButtonLink to={to}>{label}</ButtonLink>
    </>
  )
}
