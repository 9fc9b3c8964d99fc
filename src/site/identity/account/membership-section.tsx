import { describeMembership, isOwner, stateNames } from '#contract/membership/describe-membership.ts'
import type { OwnMembership } from '#contract/membership/membership.ts'
import { isTestMode } from '#contract/membership/states.ts'
import { dateInUtc } from '#site/ui/ago.ts'
import { useShell } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Row, Section } from './section.tsx'

/** `hasPayments`: also of gifts for others, and of a membership that has ended. */
type Props = { membership: OwnMembership; hasPayments: boolean }

/** The state of the membership. It is changed on its own page. */
export function MembershipSection({ membership, hasPayments }: Props) {
  const { title, text } = describeMembership(membership, (at) => dateInUtc(new Date(at)))
  const { state, plan, card, provider, member } = membership
  const isOwn = isOwner(membership)
  const { site } = useShell()
  const isOnSale = !site.switchedOff.includes('membership')
  return (
    <Section id="membership" title="Membership" {...(isTestMode(provider) && { about: 'Test mode: no money moves.' })}>
      <Row
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {title}
            {isOwn && <Badge tone={state === 'past-due' ? 'danger' : 'neutral'}>{stateNames[state]}</Badge>}
          </span>
        }
        detail={isOnSale || state !== 'none' || member ? text : 'Memberships are not on sale right now.'}
        action={
          <ButtonLink to="/membership" tone="quiet" size="sm">
            {isOwn ? 'Manage membership' : isOnSale ? 'See the plans' : 'Open membership'}
          </ButtonLink>
        }
      />
      {isOwn && plan && (
        <Row
          title={<bdi>{plan.name}</bdi>}
          detail={card || 'No card on file'}
          action={
            <TextLink to="/membership#payment" className="inline-flex min-h-11 items-center text-sm">
              Payment method
            </TextLink>
          }
        />
      )}
      {hasPayments && (
        <p className="text-sm text-gray-600">
          Your <TextLink to="/membership#receipts">receipts</TextLink> and billing details are on the membership page.
        </p>
      )}
    </Section>
  )
}
