import {
  type MembershipEvent,
  type MembershipState,
  membershipEvents,
  membershipStates,
  membershipTransitions,
} from '#contract/membership/states.ts'
import type { ProviderSubscription } from './providers/provider.ts'

export type Step = { event: MembershipEvent; from: MembershipState; to: MembershipState }

/** The state that a membership must have, given the subscription at the provider. */
export function deriveState({ status, cancelAtPeriodEnd }: ProviderSubscription): MembershipState {
  if (status === 'incomplete' || status === 'void') return 'none'
  if (status === 'ended') return 'expired'
  if (status === 'past-due') return 'past-due'
  return cancelAtPeriodEnd ? 'cancelled' : status
}

/** The states with one of these events. */
export function statesWith(...events: readonly MembershipEvent[]): MembershipState[] {
  return membershipStates.filter((state) => events.some((event) => membershipTransitions[state][event]))
}

/**
 * The shortest path through the table, empty when nothing changes. Missed webhooks leave out states in between, so that more
 * than one step can be needed. Null when there is none. A subscription that is alive has not ended in between.
 */
export function findPath(from: MembershipState, to: MembershipState, hasTrial: boolean): Step[] | null {
  const paths = new Map<MembershipState, Step[]>([[from, []]])
  for (const [state, path] of paths) {
    if (state === to) return path
    if (state === 'expired' && path.length > 0) continue
    for (const event of membershipEvents) {
      const next = membershipTransitions[state][event]
      // Without a trial, a membership starts with a payment.
      if (!next || paths.has(next) || (event === 'start-trial' && !hasTrial)) continue
      paths.set(next, [...path, { event, from: state, to: next }])
    }
  }
  return null
}

type Change = Pick<Step, 'event' | 'from' | 'to'>

/** What the person is notified of, by the last step of a change. A renewal is not announced. */
export function outcomeOf({ event, from, to }: Change): string | null {
  if (event === 'start-trial') return 'trial-started'
  if (event === 'add-trial') return 'trial-added'
  if (event === 'payment-failed') return 'payment-failed'
  if (event === 'switch') return 'switched'
  if (event === 'resume' || event === 'resume-trial') return 'resumed'
  if (event === 'pay') return from === 'past-due' ? 'recovered' : from === 'active' ? null : 'started'
  return to === 'cancelled' ? 'cancelled' : 'ended'
}
