import { expect, test } from 'vitest'
import { aPlan, activeMembership, family, noMembership } from '#test/own-membership.ts'
import { describeMembership, findLaterEnd } from './describe-membership.ts'
import type { OwnMembership } from './membership.ts'

const may = '2027-05-01T00:00:00.000Z'
const formatDate = (at: string) => at.slice(0, 10)
const describe = (changes: Partial<OwnMembership>) =>
  describeMembership({ ...activeMembership, ...changes }, formatDate)
const half = { code: 'HALF', percentOff: 50, amountOff: null, duration: 'once', months: null } as const

test.each<[string, Partial<OwnMembership>, string, string]>([
  [
    'a trial',
    { state: 'trialing', trialEnd: '2027-02-10T00:00:00.000Z' },
    'Your free trial is on',
    'It ends on 2027-02-10. Then you pay $5 a month, unless you cancel before.',
  ],
  [
    'a trial with a coupon',
    { state: 'trialing', nextAmount: 250, discount: half },
    'Your free trial is on',
    'It ends on 2027-03-01. Then you pay $2.50 for the first month, unless you cancel before.',
  ],
  [
    'a trial whose payment is unknown',
    { state: 'trialing', nextAmount: null },
    'Your free trial is on',
    'It ends on 2027-03-01. Then your paid membership starts, unless you cancel before.',
  ],
  [
    'a trial of a plan that an admin changed to yearly',
    { state: 'trialing', plan: aPlan({ period: 'year' }) },
    'Your free trial is on',
    'It ends on 2027-03-01. Then you pay $5 a month, unless you cancel before.',
  ],
  ['a membership', {}, 'You’re a member', 'Your next payment of $5 is on 2027-03-01.'],
  [
    'a membership with a coupon',
    { nextAmount: 250, discount: half },
    'You’re a member',
    'Your next payment of $2.50 is on 2027-03-01.',
  ],
  ['a membership with credit', { nextAmount: 0 }, 'You’re a member', 'It renews on 2027-03-01. Nothing is due then.'],
  ['a membership whose payment is unknown', { nextAmount: null }, 'You’re a member', 'It renews on 2027-03-01.'],
  [
    'a failed payment',
    { state: 'past-due', graceUntil: '2027-03-08T00:00:00.000Z', nextAmount: null },
    'Your last payment failed',
    'Update your payment method by 2027-03-08 to keep your membership. Until then you can read everything.',
  ],
  [
    'a cancelled membership',
    { state: 'cancelled', nextAmount: null },
    'Your membership is cancelled',
    'You can read members’ stories until 2027-03-01. You won’t be charged again. You can resume it until then.',
  ],
  [
    'a cancelled membership with a gift',
    { state: 'cancelled', nextAmount: null, source: 'gift', until: may },
    'Your membership is cancelled',
    'You can read members’ stories until 2027-03-01. You won’t be charged again. You can resume it until then. After that you read with your gift until 2027-05-01.',
  ],
  [
    'a membership with free months after it',
    { source: 'admin', until: may },
    'You’re a member',
    'Your next payment of $5 is on 2027-03-01. If you cancel, you still read with your free months until 2027-05-01.',
  ],
  [
    'a membership with months that wait',
    { waitingMonths: 3 },
    'You’re a member',
    'Your next payment of $5 is on 2027-03-01. You have 3 free months, which start when this ends.',
  ],
  [
    'a cancelled membership with a seat',
    { state: 'cancelled', nextAmount: null, source: 'seat', until: may },
    'Your membership is cancelled',
    'You can read members’ stories until 2027-03-01. You won’t be charged again. You can resume it until then. After that you read with your seat in a group.',
  ],
  [
    'an ended membership',
    { state: 'expired', member: false, source: null, until: null },
    'Your membership has ended',
    'You can’t read members’ stories in full anymore. Your reading lists and responses are still here.',
  ],
])('%s says what comes next', (_, changes, title, text) => {
  expect(describe(changes)).toEqual({ title, text })
})

test.each<[Partial<OwnMembership>, string]>([
  [{}, 'Choose a plan to read every story in full.'],
  [
    { member: true, source: 'gift', until: may },
    'You redeemed a gift. You can read members’ stories until 2027-05-01.',
  ],
  [
    { member: true, source: 'seat', until: may },
    'You have a seat in a group membership. You can read members’ stories for as long as it lasts.',
  ],
  [
    { member: true, source: 'seat', until: may, waitingMonths: 1 },
    'You have a seat in a group membership. You can read members’ stories for as long as it lasts. You have a free month, which starts when this ends.',
  ],
])('without a membership of one’s own: %o', (changes, text) => {
  expect(describeMembership({ ...noMembership, ...changes }, formatDate).text).toBe(text)
})

test('only what lasts longer than the paid period changes the last day', () => {
  const end = (changes: Partial<OwnMembership>) => findLaterEnd({ ...activeMembership, plan: family, ...changes })
  expect(end({})).toBeNull()
  expect(end({ source: 'gift', until: may })).toBe(may)
  expect(end({ source: 'gift', until: '2027-02-01T00:00:00.000Z' })).toBeNull()
  expect(end({ source: 'seat', until: may })).toBeNull()
})
