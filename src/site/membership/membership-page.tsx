import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { isOwner } from '#contract/membership/describe-membership.ts'
import type { MembershipOffer, OwnMembership } from '#contract/membership/membership.ts'
import { track } from '#site/analytics/track.ts'
import { useFocusOnChange } from '#site/identity/account/focus.tsx'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { BillingSection } from './billing-section.tsx'
import { GiveMembership } from './gift-form.tsx'
import { BoughtGifts } from './gifts-section.tsx'
import { type BuyerProps, Join } from './join.tsx'
import type { PersonalMembership, membershipData } from './membership-data.ts'
import { ManageMembership, StatePanel, hasOtherSource } from './own-membership.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { RedeemCode } from './redeem-form.tsx'
import { Hero, MembershipBenefits, Questions, SupportedCreators } from './sale.tsx'
import { SeatInvitation } from './seat-invitation.tsx'
import { TestNotice } from './test-notice.tsx'
import { usePortalReturn } from './use-portal-return.ts'

export function head({ data: { offer }, site, row }: HeadArgs<Awaited<ReturnType<typeof membershipData>>>): Head {
  const title = `${row.title} · ${site.name}`
  if (!offer) return { title, path: row.path, noIndex: true }
  const supports = offer.creatorShare > 0 ? ' and support its creators' : ''
  return {
    title,
    description: `Read every story on ${site.name} in full${supports}. See the plans, and join or cancel at any time.`,
    path: row.path,
  }
}

export default function MembershipPage() {
  const { offer, personal } = usePageData<typeof membershipData>()
  const isOnSale = offer !== null
  useEffect(() => {
    if (isOnSale) track({ kind: 'step', step: 'plans' })
  }, [isOnSale])
  const provider = offer?.provider ?? personal?.own.provider
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-10 px-5 pt-4 pb-20 sm:pt-8">
      {provider && <TestNotice provider={provider} />}
      {personal ? <SignedIn offer={offer} personal={personal} /> : <Visitor offer={offer} />}
    </div>
  )
}

/** Null while membership is switched off: nothing is for sale. */
type Offered = { offer: MembershipOffer | null }

function Visitor({ offer }: Offered) {
  const none = () => {}
  return (
    <>
      <SeatInvitation isSignedIn={false} onAccepted={none} />
      {offer ? <Sale offer={offer} own={null} onChange={none} /> : <NotOnSale isTitled own={null} />}
      <Codes offer={offer} own={null} onChange={none} />
      {offer && <Questions offer={offer} />}
    </>
  )
}

type SignedInProps = Offered & { personal: PersonalMembership }

function SignedIn({ offer, personal }: SignedInProps) {
  const { revalidate } = useRevalidator()
  const [own, setOwn] = useState(personal.own)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => setOwn(personal.own), [personal.own])
  useFocusOnChange(heading, [own.state, own.plan?.id, own.source, own.seatId].join(' '))

  function change(changed: OwnMembership) {
    setOwn(changed)
    // Receipts and seats may have changed too.
    void revalidate()
  }

  const isAsking = usePortalReturn(change)
  const hasState = own.state !== 'none' || hasOtherSource(own)
  return (
    <>
      <SeatInvitation isSignedIn onAccepted={change} />
      {!offer && <NotOnSale isTitled={!hasState} own={own} />}
      {isAsking && <Banner>Asking the payment provider about your changes…</Banner>}
      {hasState && <StatePanel own={own} heading={heading} onChange={change} />}
      {isOwner(own) ? (
        <ManageMembership offer={offer} personal={personal} own={own} onChange={change} />
      ) : (
        offer && <Sale offer={offer} own={own} onChange={change} isSecond={hasState} />
      )}
      <Codes offer={offer} own={own} onChange={change} />
      <BoughtGifts gifts={personal.gifts} />
      {!isOwner(own) && personal.receipts.items.length > 0 && (
        <div className="rounded-lg border border-gray-200 bg-white px-6 sm:px-8 [&>section]:border-t-0">
          <ReceiptsSection first={personal.receipts} />
          <BillingSection own={own} onChange={change} />
        </div>
      )}
      {offer && <Questions offer={offer} />}
    </>
  )
}

/** `isTitled`: without the state of a membership, which has the heading of the page. */
function NotOnSale({ isTitled, own }: { isTitled: boolean; own: OwnMembership | null }) {
  return (
    <>
      {isTitled && <h1 className="font-serif text-2xl font-semibold tracking-tight">Membership</h1>}
      <Banner title="Memberships are not on sale right now">
        {own && isOwner(own)
          ? 'You keep yours, and its payments go on. You can cancel it at any time.'
          : 'You can still redeem a gift or accept an invitation to a seat.'}
      </Banner>
    </>
  )
}

type SaleProps = BuyerProps & { offer: MembershipOffer; isSecond?: boolean }

/** `isSecond`: below the state of a membership, which has the heading of the page. */
function Sale({ offer, own, onChange, isSecond = false }: SaleProps) {
  return (
    <>
      {!isSecond && <Hero offer={offer} />}
      <section aria-labelledby="plans">
        <h2
          id="plans"
          className={isSecond ? 'mb-6 text-center font-serif text-xl font-semibold text-balance' : 'sr-only'}
        >
          {isSecond ? 'Join with your own plan' : 'Plans'}
        </h2>
        <Join offer={offer} own={own} onChange={onChange} />
      </section>
      <MembershipBenefits offer={offer} />
      <SupportedCreators offer={offer} />
    </>
  )
}

function Codes({ offer, own, onChange }: BuyerProps & Offered) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
      {offer && <GiveMembership offer={offer} own={own} onChange={onChange} />}
      <RedeemCode isSignedIn={own !== null} onRedeemed={onChange} />
    </div>
  )
}
