import { expect, test } from 'vitest'
import { type MembershipState, membershipStates, membershipTransitions } from '#contract/membership/states.ts'
import type { ProviderSubscription } from './providers/provider.ts'
import { deriveState, findPath, outcomeOf } from './transitions.ts'

const at = new Date('2026-01-01')
const subscription: ProviderSubscription = {
  id: 'sub',
  checkoutId: '',
  customerId: '',
  status: 'active',
  cancelAtPeriodEnd: false,
  planId: null,
  price: 500,
  currency: 'usd',
  nextAmount: null,
  period: 'month',
  periodStart: at,
  periodEnd: at,
  trialEnd: null,
  startedAt: at,
  endedAt: null,
  card: '',
  discounted: false,
}

test.each<[Partial<ProviderSubscription>, MembershipState]>([
  [{ status: 'incomplete' }, 'none'],
  [{ status: 'void' }, 'none'],
  [{ status: 'trialing' }, 'trialing'],
  [{ status: 'active' }, 'active'],
  [{ status: 'trialing', cancelAtPeriodEnd: true }, 'cancelled'],
  [{ status: 'active', cancelAtPeriodEnd: true }, 'cancelled'],
  [{ status: 'past-due', cancelAtPeriodEnd: true }, 'past-due'],
  [{ status: 'ended', cancelAtPeriodEnd: true }, 'expired'],
])('a subscription that is %o means %s', (given, state) => {
  expect(deriveState({ ...subscription, ...given })).toBe(state)
})

test('every state but none is reached from every state, by transitions of the table, without an end in between', () => {
  for (const from of membershipStates)
    for (const to of membershipStates.filter((state) => state !== 'none')) {
      const path = findPath(from, to, true)
      expect([from, to, path]).toEqual([from, to, expect.any(Array)])
      let state: MembershipState = from
      for (const step of path ?? []) {
        expect(step.from).toBe(state)
        expect(membershipTransitions[step.from][step.event]).toBe(step.to)
        if (from !== 'expired' && to !== 'expired') expect(step.to).not.toBe('expired')
        state = step.to
      }
      expect(state).toBe(to)
    }
  expect(findPath('active', 'none', true)).toBeNull()
})

test('a path is the shortest one, and has a trial only if the subscription had one', () => {
  const events = (...given: Parameters<typeof findPath>) => findPath(...given)?.map(({ event }) => event)
  expect(events('active', 'active', false)).toEqual([])
  expect(events('none', 'cancelled', false)).toEqual(['pay', 'cancel'])
  expect(events('none', 'cancelled', true)).toEqual(['start-trial', 'cancel'])
  expect(events('trialing', 'expired', true)).toEqual(['end'])
  expect(events('cancelled', 'past-due', false)).toEqual(['resume', 'payment-failed'])
  expect(events('past-due', 'cancelled', false)).toEqual(['pay', 'cancel'])
  expect(events('active', 'trialing', true)).toEqual(['add-trial'])
  expect(events('past-due', 'trialing', true)).toEqual(['add-trial'])
})

test('people are notified of what happened, and a renewal is no news', () => {
  expect(outcomeOf({ event: 'pay', from: 'active', to: 'active' })).toBeNull()
  expect(outcomeOf({ event: 'pay', from: 'past-due', to: 'active' })).toBe('recovered')
  expect(outcomeOf({ event: 'end', from: 'past-due', to: 'expired' })).toBe('ended')
  expect(outcomeOf({ event: 'cancel', from: 'active', to: 'cancelled' })).toBe('cancelled')
})
