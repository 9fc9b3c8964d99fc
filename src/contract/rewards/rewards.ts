import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, PageQuery, Ref, pageOf } from '#contract/shapes.ts'
import { MAX_GIFT, earnRules, giftStates, redemptionStates, rewardKinds, transferKinds } from './kinds.ts'

const Time = z.iso.datetime()
const StoryLink = z.object({ slug: z.string(), title: z.string(), language: z.string() })

export const Rule = z.object({
  kind: z.enum(earnRules),
  amount: z.int(),
  /** The most that a person earns by this rule in a day. */
  dailyCap: z.int(),
})
export type Rule = z.infer<typeof Rule>

export const Reward = z.object({
  id: z.string(),
  kind: z.enum(rewardKinds),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  price: z.int(),
  /** Null: unlimited. */
  stock: z.int().nullable(),
  /** How often one person can redeem it; null for any number. */
  perPerson: z.int().nullable(),
  /** The question the person answers, such as for an address; empty for none. */
  question: z.string(),
})
export type Reward = z.infer<typeof Reward>

export const Redemption = z.object({
  id: z.string(),
  reward: Reward.pick({ id: true, kind: true, name: true, icon: true }),
  price: z.int(),
  state: z.enum(redemptionStates),
  at: Time,
  /** What the site answered when it was fulfilled or refunded. */
  note: z.string(),
})
export type Redemption = z.infer<typeof Redemption>

export const LedgerItem = z.object({
  id: z.int(),
  kind: z.enum(transferKinds),
  /** What this person got, or gave if negative. */
  amount: z.int(),
  /** The balance after it. */
  balance: z.int(),
  at: Time,
  /** Null also when the story is no longer published. */
  story: StoryLink.nullable(),
  /** The name of the redeemed or refunded reward. */
  reward: z.string().nullable(),
  /** The reason that an admin gave for a correction or refund. */
  note: z.string(),
})
export type LedgerItem = z.infer<typeof LedgerItem>

export const BerryGift = z.object({
  id: z.string(),
  amount: z.int(),
  state: z.enum(giftStates),
  at: Time,
  story: StoryLink.nullable(),
  /** The other person: the author of a gift given, the giver of one received. Null when they have deleted their account. */
  person: PersonCard.nullable(),
})
export type BerryGift = z.infer<typeof BerryGift>

export const Basket = z.object({
  balance: z.int(),
  earnedToday: z.int(),
  streak: z.object({
    /** Days in a row up to today or yesterday. */
    days: z.int(),
    longest: z.int(),
    /** The days of the last ten weeks with a finished read, as dates in UTC. */
    calendar: z.array(z.object({ day: z.string(), reads: z.int() })),
    /** Today's date in UTC. */
    today: z.string(),
  }),
  listed: z.boolean(),
})
export type Basket = z.infer<typeof Basket>

export const rewardEndpoints = {
  'GET /api/berries/about': {
    access: 'anyone',
    feature: 'berries',
    says: 'Returns how berries are earned and the rewards they buy.',
    reply: z.object({ rules: z.array(Rule), rewards: z.array(Reward) }),
  },
  'GET /api/berries': {
    access: 'reader',
    feature: 'berries',
    says: 'Returns your berries and your reading streak.',
    reply: Basket,
  },
  'GET /api/berries/ledger': {
    access: 'reader',
    feature: 'berries',
    says: 'Lists where your berries came from and went, newest first.',
    query: PageQuery,
    reply: pageOf(LedgerItem),
  },
  'GET /api/berries/gifts': {
    access: 'reader',
    feature: 'berries',
    says: 'Lists the berries that you gave or received, newest first.',
    query: PageQuery.extend({ side: z.enum(['given', 'received']) }),
    reply: pageOf(BerryGift),
  },
  'POST /api/stories/{ref}/berries': {
    access: 'reader',
    feature: 'berries',
    says: 'Gives berries to the author of a story. The same `request` gives once. It can be undone for at least ten seconds.',
    params: z.object({ ref: Ref }),
    body: z.object({ amount: z.int().min(1).max(MAX_GIFT), request: Id }),
    reply: z.object({ gift: z.string(), amount: z.int(), balance: z.int(), undoUntil: Time }),
  },
  'POST /api/berries/gifts/{id}/undo': {
    access: 'reader',
    feature: 'berries',
    says: 'Takes a gift back that has not reached the author yet.',
    params: z.object({ id: Id }),
    reply: z.object({ balance: z.int() }),
  },
  'POST /api/berries/rewards/{id}/redeem': {
    access: 'reader',
    feature: 'berries',
    says: 'Buys a reward with berries. `price` is what the person confirmed. The same `request` redeems once.',
    params: z.object({ id: Id }),
    body: z.object({ price: z.int().min(1), answer: z.string().trim().max(1000).default(''), request: Id }),
    reply: z.object({
      redemption: Redemption,
      balance: z.int(),
      /** Months of membership start only when the present one, which renews, has ended. */
      waits: z.boolean(),
    }),
  },
  'GET /api/berries/redemptions': {
    access: 'reader',
    feature: 'berries',
    says: 'Lists the rewards that you redeemed, newest first.',
    reply: z.array(Redemption),
  },
  'GET /api/berries/leaderboard': {
    access: 'anyone',
    feature: 'berries',
    says: 'Lists the people who earned the most berries in the last 30 days. People can leave it.',
    reply: z.array(z.object({ person: PersonCard, earned: z.int(), rank: z.int() })),
  },
  'PUT /api/berries/listed': {
    access: 'reader',
    feature: 'berries',
    says: 'Joins or leaves the leaderboard.',
    body: z.object({ listed: z.boolean() }),
    reply: z.object({ listed: z.boolean() }),
  },
} satisfies EndpointTable
