import type { OwnMembership } from './membership.ts'
import { formatMoney } from './money.ts'
import type { EntitlementSource, MembershipState } from './states.ts'

/** In a file without zod, so that pages do not bundle it. */
export const stateNames: Record<MembershipState, string> = {
  'none': 'Not a member',
  'trialing': 'Free trial',
  'active': 'Active',
  'past-due': 'Payment failed',
  'cancelled': 'Cancelled',
  'expired': 'Ended',
}

type OtherSource = Exclude<EntitlementSource, 'membership'>

const sourceTexts: Record<OtherSource, string> = {
  seat: 'You have a seat in a group membership.',
  gift: 'You redeemed a gift.',
  reward: 'You redeemed a reward from your berry basket.',
  admin: 'The site gave you a free membership.',
}

const sourceNames: Record<OtherSource, string> = {
  seat: 'your seat in a group',
  gift: 'your gift',
  reward: 'your reward',
  admin: 'your free months',
}

type FormatDate = (at: string) => string

/** What a membership means for its owner now, and what comes next. */
export function describeMembership(own: OwnMembership, formatDate: FormatDate): { title: string; text: string } {
  const { state, source, until, trialEnd, periodEnd, graceUntil } = own
  const end = (at: string | null) => (at ? formatDate(at) : 'the end of the period')
  const rest = describeRest(own, formatDate)
  if (!isOwner(own) && own.member && source && source !== 'membership') {
    // The end of a seat is unknown: the membership of the group renews.
    const reads = source === 'seat' ? ' for as long as it lasts' : until ? ` until ${formatDate(until)}` : ''
    return { title: 'You’re a member', text: `${sourceTexts[source]} You can read members’ stories${reads}.${rest}` }
  }
  const texts: Record<MembershipState, { title: string; text: string }> = {
    'none': { title: 'You’re not a member yet', text: 'Choose a plan to read every story in full.' },
    'trialing': {
      title: 'Your free trial is on',
      text: `It ends on ${end(trialEnd ?? periodEnd)}. ${describeFirstPayment(own)}, unless you cancel before.`,
    },
    'active': { title: 'You’re a member', text: describeNextPayment(own, end(periodEnd)) },
    'past-due': {
      title: 'Your last payment failed',
      text: `Update your payment method by ${end(graceUntil ?? periodEnd)} to keep your membership. Until then you can read everything.`,
    },
    'cancelled': {
      title: 'Your membership is cancelled',
      text: `You can read members’ stories until ${end(periodEnd)}. You won’t be charged again. You can resume it until then.`,
    },
    'expired': {
      title: 'Your membership has ended',
      text: 'You can’t read members’ stories in full anymore. Your reading lists and responses are still here.',
    },
  }
  const { title, text } = texts[state]
  return { title, text: text + rest }
}

/** Whether the person has a membership of their own that they can change. */
export function isOwner({ state }: Pick<OwnMembership, 'state'>) {
  return state !== 'none' && state !== 'expired'
}

/** The last day of reading, when a gift, a reward or free months last longer than the person’s own membership. */
export function findLaterEnd({ source, until, periodEnd }: OwnMembership): string | null {
  const isLater = until !== null && periodEnd !== null && until > periodEnd
  return isLater && source !== 'membership' && source !== 'seat' ? until : null
}

function describeFirstPayment({ period, price, currency, nextAmount }: OwnMembership) {
  if (nextAmount === null || currency === null) return 'Then your paid membership starts'
  const amount = formatMoney(nextAmount, currency, { short: true })
  return `Then you pay ${amount} ${nextAmount === price ? 'a' : 'for the first'} ${period ?? 'period'}`
}

function describeNextPayment({ currency, nextAmount }: OwnMembership, at: string) {
  if (nextAmount === null || currency === null) return `It renews on ${at}.`
  if (nextAmount === 0) return `It renews on ${at}. Nothing is due then.`
  return `Your next payment of ${formatMoney(nextAmount, currency, { short: true })} is on ${at}.`
}

/** What the person reads with besides their own membership, and what waits for its end. */
function describeRest(own: OwnMembership, formatDate: FormatDate) {
  const { state, source, waitingMonths } = own
  const later = findLaterEnd(own)
  const other = isOwner(own) && source && source !== 'membership' && (later !== null || source === 'seat')
  const opening = state === 'active' || state === 'trialing' ? 'If you cancel, you still read' : 'After that you read'
  const waiting =
    waitingMonths === 1 ? 'You have a free month, which starts' : `You have ${waitingMonths} free months, which start`
  return [
    other && ` ${opening} with ${sourceNames[source]}${later ? ` until ${formatDate(later)}` : ''}.`,
    waitingMonths > 0 && ` ${waiting} when this ends.`,
  ]
    .filter(Boolean)
    .join('')
}
