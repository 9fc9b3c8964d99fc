import type { ReactNode, RefObject } from 'react'
import { describeMembership, isOwner, stateNames } from '#contract/membership/describe-membership.ts'
import type { MembershipOffer, OwnMembership } from '#contract/membership/membership.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Row, Section } from '#site/identity/account/section.tsx'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { BillingSection } from './billing-section.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangePlan } from './change-plan.tsx'
import type { PersonalMembership } from './membership-data.ts'
import { formatDate, formatDiscount, formatPrice } from './format-membership.ts'
import { stateTones } from './labels.ts'
import { openAddress } from './open-address.ts'
import { ReceiptsSection } from './receipts-section.tsx'
import { SeatsSection } from './seats-section.tsx'
import { TestTools } from './test-tools.tsx'

type StateProps = {
  own: OwnMembership
  /** Gets the focus when the state changes, because the button that changed it is gone. */
  heading: RefObject<HTMLHeadingElement | null>
  onChange(own: OwnMembership): void
}

/** What the membership is now, until when, and what the person can do about it. */
export function StatePanel({ own, heading, onChange }: StateProps) {
  const { title, text } = describeMembership(own, formatDate)
  const { state, plan, price, currency, period, discount, seats } = own
  const isOwn = isOwner(own)
  return (
    <section
      aria-labelledby="state"
      className={`rounded-lg border p-6 sm:p-8 ${state === 'past-due' ? 'border-danger-200 bg-danger-50' : 'border-gray-200 bg-white'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1
          ref={heading}
          id="state"
          tabIndex={-1}
          className="font-serif text-2xl font-semibold tracking-tight text-balance outline-none"
        >
          {title}
        </h1>
        {/* The title says what the badge would. */}
        {isOwn && state !== 'past-due' && <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>}
      </div>
      <p className="mt-3 max-w-reading text-md text-pretty text-gray-700">{text}</p>
      {isOwn && plan && (
        <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 text-sm">
          <Figure name="Plan">
            <bdi className="wrap-anywhere">{plan.name}</bdi>
          </Figure>
          {price !== null && currency !== null && period !== null && (
            <Figure name="Price">
              {formatPrice(price, currency)} a {period}
            </Figure>
          )}
          {seats > 1 && <Figure name="Seats">{seats}</Figure>}
          {discount && (
            <Figure name="Coupon">
              <bdi>{discount.code}</bdi>, {formatDiscount({ ...discount, currency })}
            </Figure>
          )}
        </dl>
      )}
      {/* Each state starts without the messages of the one before. */}
      <StateActions key={`${state} ${own.seatId}`} own={own} onChange={onChange} />
    </section>
  )
}

/** Whether the person reads thanks to a seat, a gift or a reward, and not to a payment of their own. */
export function hasOtherSource(own: OwnMembership) {
  return !isOwner(own) && own.member
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-gray-600">{name}</dt>
      <dd className="mt-0.5 text-base font-medium text-gray-900">{children}</dd>
    </div>
  )
}

function StateActions({ own, onChange }: Omit<StateProps, 'heading'>) {
  const api = useApi()
  const action = useAction()
  const { state, seatId, provider } = own
  if (!isOwner(own) && seatId === null) return null
  const resume = () => action.run(async () => onChange(await api('POST /api/membership/resume')))
  const leave = (id: string) =>
    action.run(async () => {
      await api('DELETE /api/membership/seats/{id}', { params: { id } })
      onChange(await api('GET /api/membership/own'))
    })
  return (
    <div className="mt-6 grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-3">
        {state === 'cancelled' && (
          <Button busy={action.busy} onClick={() => void resume()}>
            Resume your membership
          </Button>
        )}
        {state === 'past-due' && (provider === 'test' ? <TestCardButton /> : <PortalButton tone="primary" />)}
        {isOwner(own) && state !== 'cancelled' && <CancelDialog own={own} onChange={onChange} />}
        {seatId !== null && (
          <ConfirmButton
            label="Leave this group"
            busy={action.busy}
            title="Leave this group?"
            consequence="You no longer read members’ stories with this seat. The person who pays for the group can invite you again."
            action="Leave"
            onConfirm={() => void leave(seatId)}
          >
            Leave this group
          </ConfirmButton>
        )}
      </div>
      <Outcome {...action} />
    </div>
  )
}

/** In test mode the test tools change the card. */
function TestCardButton() {
  const openTools = () => document.getElementById('test')?.closest('section')?.querySelector('input')?.focus()
  return <Button onClick={openTools}>Update payment method</Button>
}

function PortalButton({ tone = 'quiet' }: { tone?: 'primary' | 'quiet' }) {
  const api = useApi()
  const action = useAction()
  const open = () => action.run(async () => openAddress((await api('POST /api/membership/portal')).url))
  return (
    <div className="grid gap-3">
      <Button tone={tone} size={tone === 'quiet' ? 'sm' : 'md'} busy={action.busy} onClick={() => void open()}>
        Update payment method
      </Button>
      <Outcome {...action} />
    </div>
  )
}

type Props = {
  /** Null while membership is switched off. */
  offer: MembershipOffer | null
  personal: PersonalMembership
  own: OwnMembership
  onChange(own: OwnMembership): void
}

/** Everything that a member can change. */
export function ManageMembership({ offer, personal, own, onChange }: Props) {
  return (
    <div className="rounded-lg border border-gray-200 bg-white px-6 sm:px-8 [&>section:first-child]:border-t-0">
      {offer && <ChangePlan plans={offer.plans} own={own} onChange={onChange} />}
      <Section id="payment" title="Payment method">
        <Row
          title={own.card || 'No card on file'}
          detail={own.provider === 'test' ? 'A test card. Change it below.' : 'Kept by Stripe, not by this site.'}
          action={own.provider === 'test' ? undefined : <PortalButton />}
        />
      </Section>
      {personal.group && <SeatsSection group={personal.group} canInvite={offer !== null} />}
      <ReceiptsSection first={personal.receipts} />
      <BillingSection own={own} onChange={onChange} />
      {own.provider === 'test' && <TestTools onChange={onChange} />}
    </div>
  )
}
