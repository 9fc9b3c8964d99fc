import type { MembershipOffer, OwnMembership, Plan } from '#contract/membership/membership.ts'

export const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 'M'.repeat(20),
  name: 'Reader',
  description: 'Everything.',
  period: 'month',
  price: 500,
  currency: 'usd',
  trialDays: 0,
  benefits: ['Every story'],
  seats: 1,
  ...changes,
})

export const monthly = aPlan()
export const yearly = aPlan({ id: 'Y'.repeat(20), period: 'year', price: 5000, trialDays: 14 })
export const family = aPlan({ id: 'F'.repeat(20), name: 'Family', price: 1200, seats: 4 })

export const anOffer: MembershipOffer = {
  provider: 'test',
  plans: [monthly, yearly, family],
  freeStories: 3,
  memberStories: 128,
  creatorShare: 50,
  creators: [{ id: 'c', handle: 'maren', name: 'Maren Holt', about: '', avatar: null }],
}

export const noMembership: OwnMembership = {
  provider: 'test',
  state: 'none',
  member: false,
  source: null,
  until: null,
  plan: null,
  price: null,
  currency: null,
  period: null,
  nextAmount: null,
  periodEnd: null,
  trialEnd: null,
  graceUntil: null,
  card: '',
  discount: null,
  seats: 1,
  seatId: null,
  waitingMonths: 0,
  canTry: true,
  billing: { name: '', address: '', country: '', taxId: '' },
}

export const activeMembership: OwnMembership = {
  ...noMembership,
  state: 'active',
  member: true,
  source: 'membership',
  until: '2027-03-04T00:00:00.000Z',
  plan: monthly,
  price: 500,
  currency: 'usd',
  period: 'month',
  nextAmount: 500,
  periodEnd: '2027-03-01T00:00:00.000Z',
  card: 'Test card',
  canTry: false,
}
