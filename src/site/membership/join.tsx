import type { MembershipOffer, OwnMembership, Plan } from '#contract/membership/membership.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { BillingDialog } from './billing-section.tsx'
import { CouponField } from './coupon-field.tsx'
import { describePayments } from './describe-payments.ts'
import { formatPlanPrice, formatPrice } from './format-membership.ts'
import { openAddress } from './open-address.ts'
import { PeriodToggle, PlanChooser } from './plan-chooser.tsx'
import { TermsNote } from './terms-note.tsx'
import { useCoupon } from './use-coupon.ts'
import { usePlanChoice } from './use-plan-choice.ts'
import { useRequestIds } from './use-request-ids.ts'

/** `own` is null for visitors. */
export type BuyerProps = { own: OwnMembership | null; onChange(own: OwnMembership): void }

/** Choose a plan, then pay for it. */
export function Join({ offer: { plans }, own, onChange }: BuyerProps & { offer: MembershipOffer }) {
  const { chosen, choose, choosePeriod } = usePlanChoice(plans)
  const canTry = own?.canTry ?? true
  if (!chosen)
    return (
      <EmptyState icon="sprout" title="No plans yet">
        Memberships are not on sale right now. Come back soon.
      </EmptyState>
    )
  const shown = plans.filter(({ period }) => period === chosen.period)
  return (
    <div className="grid grid-cols-1 gap-8">
      <PeriodToggle plans={plans} period={chosen.period} onChange={choosePeriod} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <PlanChooser plans={shown} all={plans} canTry={canTry} chosen={chosen.id} onChoose={choose} />
        <Summary plan={chosen} own={own} onChange={onChange} isTrial={chosen.trialDays > 0 && canTry} />
      </div>
    </div>
  )
}

type SummaryProps = BuyerProps & { plan: Plan; isTrial: boolean }

function Summary({ plan, own, onChange, isTrial }: SummaryProps) {
  const coupon = useCoupon(plan)
  const { discount } = coupon
  const { currency } = plan
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
            isWaiting={coupon.isChecking}
            label={isTrial ? 'Start your free trial' : `Join for ${formatPrice(price, currency)}`}
          />
        </>
      ) : (
        <>
          <ButtonLink to={withNext('/auth/newauth', `/membership?plan=${plan.id}`)} className="text-center">
            {isTrial ? 'Sign in to start your trial' : 'Sign in to join'}
          </ButtonLink>
          <p className="text-center text-sm text-gray-600">You come back to this plan. You can enter a coupon then.</p>
        </>
      )}
      <TermsNote by="joining" />
    </section>
  )
}

/** `isWaiting`: the price is not known yet. */
type JoinButtonProps = { plan: Plan; coupon: string | undefined; isWaiting: boolean; label: string }

function JoinButton({ plan, coupon, isWaiting, label }: JoinButtonProps) {
  const api = useApi()
  const action = useAction()
  const requestId = useRequestIds()

  const join = () =>
    action.run(async () => {
      const body = { plan: plan.id, request: requestId(plan.id, coupon ?? ''), ...(coupon && { coupon }) }
      const { url } = await api('POST /api/membership/checkout', { body })
      await openAddress(url)
    })

  return (
    <>
      {action.problem && <Banner tone="danger">{action.problem}</Banner>}
      <Button busy={action.busy || isWaiting} onClick={() => void join()}>
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
