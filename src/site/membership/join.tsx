import { useEffect, useState } from 'react'
import type { MembershipOffer, OwnMembership, Plan } from '#contract/membership/membership.ts'
import { track } from '#site/analytics/track.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useApi, useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { BillingDialog } from './billing-section.tsx'
import { updateDraft } from './checkout-draft.ts'
import { CouponField } from './coupon-field.tsx'
import { describePayments } from './describe-payments.ts'
import { formatPlanPrice, formatPrice } from './format-membership.ts'
import { openAddress } from './open-address.ts'
import { PeriodToggle, PlanChooser } from './plan-chooser.tsx'
import { TermsNote } from './terms-note.tsx'
import { useCoupon } from './use-coupon.ts'
import { usePlanChoice } from './use-plan-choice.ts'
import { useQueryValue } from './use-query-value.ts'
import { useRequestIds } from './use-request-ids.ts'

/** `own` is null for visitors. */
export type BuyerProps = { own: OwnMembership | null; onChange(own: OwnMembership): void }

/** Choose a plan, then pay for it. */
export function Join({ offer: { plans }, own, onChange }: BuyerProps & { offer: MembershipOffer }) {
  const { chosen, choose, choosePeriod } = usePlanChoice(plans)
  const canTry = own?.canTry ?? true
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  if (!chosen)
    return (
      <EmptyState icon="sprout" title="No plans yet">
        Memberships are not on sale right now. Come back soon.
      </EmptyState>
    )
  const shown = plans.filter(({ period }) => period === chosen.period)
  const others = plans.filter(({ period }) => period !== chosen.period)
  return (
    <div className="grid grid-cols-1 gap-8">
      <PeriodToggle plans={plans} period={chosen.period} onChange={choosePeriod} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <PlanChooser plans={shown} all={plans} canTry={canTry} chosen={chosen.id} onChoose={choose} />
        <Summary plan={chosen} own={own} onChange={onChange} isTrial={chosen.trialDays > 0 && canTry} />
      </div>
      {/* Without scripts the period cannot be changed. */}
      {!isHydrated && others.length > 0 && (
        <div className="hidden noscript:block">
          <PlanChooser plans={others} all={plans} canTry={canTry} chosen={null} onChoose={choose} />
        </div>
      )}
    </div>
  )
}

type SummaryProps = BuyerProps & { plan: Plan; isTrial: boolean }

function Summary({ plan, own, onChange, isTrial }: SummaryProps) {
  const coupon = useCoupon(plan)
  // From the wall of a story: after joining, the person goes back to it.
  const story = useQueryValue('story')
  const { discount } = coupon
  const { currency } = plan
  const returnQuery = new URLSearchParams({ plan: plan.id, ...(story !== null && { story }) })
  const price = discount?.price ?? plan.price
  return (
    <section
      aria-labelledby="summary"
      className="grid grid-cols-1 gap-4 rounded-lg border border-gray-200 bg-white p-6 lg:sticky lg:top-6"
    >
      <h3 id="summary" className="font-serif text-lg leading-snug font-semibold">
        Your membership
      </h3>
      <dl className="grid gap-2 text-sm">
        <Line name={<bdi className="wrap-anywhere">{plan.name}</bdi>} value={formatPlanPrice(plan)} />
        {discount && (
          <Line
            name={
              <>
                Coupon <bdi>{discount.code}</bdi>
              </>
            }
            value={`−${formatPrice(plan.price - discount.price, currency)}`}
          />
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-gray-200 pt-3 text-base font-semibold">
          <dt>Due today</dt>
          <dd>{formatPrice(isTrial ? 0 : price, currency)}</dd>
        </div>
      </dl>
      <p className="text-sm text-pretty text-gray-600">
        {describePayments(plan, { isTrial, discount })} Cancel anytime.
      </p>
      {own ? (
        <>
          <div className="grid justify-items-start gap-1">
            <CouponField coupon={coupon} />
            <BillingDialog own={own} onChange={onChange} />
          </div>
          <JoinButton
            key={`${plan.id} ${discount?.code}`}
            plan={plan}
            coupon={discount?.code}
            story={story}
            isWaiting={coupon.isChecking}
            isBlocked={coupon.failure !== null}
            label={isTrial ? 'Start your free trial' : `Join for ${formatPrice(price, currency)}`}
          />
        </>
      ) : (
        <>
          <ButtonLink to={withNext('/auth/newauth', `/membership?${returnQuery.toString()}`)} className="text-center">
            {isTrial ? 'Sign in to start your trial' : 'Sign in to join'}
          </ButtonLink>
          <p className="text-center text-sm text-gray-600">You come back to this plan. You can enter a coupon then.</p>
        </>
      )}
      <TermsNote by="joining" />
    </section>
  )
}

type JoinButtonProps = {
  plan: Plan
  coupon: string | undefined
  story: string | null
  /** The price is not known yet. */
  isWaiting: boolean
  /** The price could not be found out. */
  isBlocked: boolean
  label: string
}

function JoinButton({ plan, coupon, story, isWaiting, isBlocked, label }: JoinButtonProps) {
  const api = useApi()
  const personId = useShell().viewer?.id
  const action = useAction()
  const requestId = useRequestIds()

  const join = () =>
    action.run(async () => {
      if (personId && story !== null) updateDraft(personId, { story })
      const body = { plan: plan.id, request: requestId(plan.id, coupon ?? ''), ...(coupon && { coupon }) }
      const { url } = await api('POST /api/membership/checkout', { body })
      track({ kind: 'step', step: 'checkout' })
      await openAddress(url)
    })

  return (
    <>
      {action.problem && <Banner tone="danger">{action.problem}</Banner>}
      <Button busy={action.busy || isWaiting} disabled={isBlocked} onClick={() => void join()}>
        {label}
      </Button>
    </>
  )
}

function Line({ name, value }: { name: React.ReactNode; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 text-gray-700">{name}</dt>
      <dd className="shrink-0 text-gray-900">{value}</dd>
    </div>
  )
}
