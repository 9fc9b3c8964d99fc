import { z } from 'zod'
import { adminListQuery } from '#contract/admin-list.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, pageOf } from '#contract/shapes.ts'
import { MAX_NOTE, earnRules, redemptionStates, rewardKinds, transferKinds } from './kinds.ts'
import { Redemption, Reward, Rule } from './rewards.ts'

const Time = z.iso.datetime()
const Version = z.int().min(1)
const Reason = z.string().trim().min(1, 'Enter a reason.').max(MAX_NOTE)

export const AdminRule = Rule.extend({ enabled: z.boolean(), version: Version })
export type AdminRule = z.infer<typeof AdminRule>

export const AdminReward = Reward.extend({
  months: z.int().nullable(),
  archived: z.boolean(),
  redeemed: z.int(),
  version: Version,
})
export type AdminReward = z.infer<typeof AdminReward>

const Stock = z.int().min(0).max(1_000_000).nullable()

const RewardFields = z.object({
  kind: z.enum(rewardKinds),
  name: z.string().trim().min(1, 'Enter a name.').max(80),
  description: z.string().trim().max(500).default(''),
  icon: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'Enter the name of an icon, such as gift.')
    .default('gift'),
  price: z.int().min(1).max(1_000_000),
  months: z.int().min(1).max(12).nullable().default(null),
  stock: Stock.default(null),
  perPerson: z.int().min(1).max(1000).nullable().default(null),
  question: z.string().trim().max(200).default(''),
})
export type RewardFields = z.input<typeof RewardFields>

export const AdminRedemption = Redemption.extend({ person: PersonCard.nullable(), answer: z.string() })
export type AdminRedemption = z.infer<typeof AdminRedemption>

export const AdminTransfer = z.object({
  id: z.int(),
  kind: z.enum(transferKinds),
  at: Time,
  cause: z.string(),
  note: z.string(),
  /** Who made a correction. */
  by: z.string().nullable(),
  reverses: z.int().nullable(),
  /** Whether another transfer takes it back. */
  reversed: z.boolean(),
  /** Sums to zero. */
  entries: z.array(z.object({ account: z.string(), person: PersonCard.nullable(), amount: z.int() })),
})
export type AdminTransfer = z.infer<typeof AdminTransfer>

/** Something that does not add up. */
export const BookDifference = z.object({
  kind: z.enum(['transfer', 'balance', 'negative', 'total', 'gift', 'redemption']),
  id: z.string(),
  expected: z.int(),
  found: z.int(),
})
export type BookDifference = z.infer<typeof BookDifference>

/** `issued` and `corrected` equal `held`, `redeemed` and `pendingGifts` together. */
export const BookTotals = z.object({
  issued: z.int(),
  corrected: z.int(),
  held: z.int(),
  redeemed: z.int(),
  pendingGifts: z.int(),
  /** How many people have berries. */
  people: z.int(),
})
export type BookTotals = z.infer<typeof BookTotals>

export const BerryProof = z.object({
  at: Time,
  transfers: z.int(),
  accounts: z.int(),
  differences: z.array(BookDifference),
  totals: BookTotals,
})
export type BerryProof = z.infer<typeof BerryProof>

export const rewardAdminEndpoints = {
  'GET /api/admin/rewards': {
    access: 'admin',
    says: 'Returns the earning rules, the catalogue and what the last check of the ledger found.',
    reply: z.object({
      rules: z.array(AdminRule),
      rewards: z.array(AdminReward),
      /** Redemptions that wait for an admin. */
      toFulfil: z.int(),
      proof: BerryProof.nullable(),
    }),
  },
  'PUT /api/admin/rewards/rules/{kind}': {
    access: 'admin',
    says: 'Changes an earning rule. Fails with `version-conflict` if another admin has changed it.',
    params: z.object({ kind: z.enum(earnRules) }),
    body: z.object({
      amount: z.int().min(0).max(10_000),
      dailyCap: z.int().min(0).max(100_000),
      enabled: z.boolean(),
      version: Version,
    }),
    reply: AdminRule,
  },
  'POST /api/admin/rewards/catalogue': {
    access: 'admin',
    says: 'Adds a reward.',
    body: RewardFields,
    reply: AdminReward,
  },
  'PUT /api/admin/rewards/catalogue/{id}': {
    access: 'admin',
    says: 'Changes a reward. Stock is changed by the difference, so that redemptions meanwhile count. Fails with `version-conflict` if another admin has changed the reward.',
    params: z.object({ id: Id }),
    body: RewardFields.extend({
      /** `from` is what the admin saw. */
      stock: z.object({ from: Stock, to: Stock }),
      archived: z.boolean(),
      version: Version,
    }),
    reply: AdminReward,
  },
  'PUT /api/admin/rewards/order': {
    access: 'admin',
    says: 'Changes the order of the catalogue.',
    body: z.object({ ids: z.array(Id).max(200) }),
    reply: z.object({}),
  },
  'GET /api/admin/rewards/redemptions': {
    access: 'admin',
    says: 'Lists redemptions, newest first.',
    query: adminListQuery(['at', 'price']).extend({
      state: z.enum(redemptionStates).optional(),
      reward: Id.optional(),
    }),
    reply: pageOf(AdminRedemption),
  },
  'POST /api/admin/rewards/redemptions/{id}/fulfil': {
    access: 'admin',
    says: 'Marks a redemption as fulfilled and notifies the person.',
    params: z.object({ id: Id }),
    body: z.object({ note: z.string().trim().max(MAX_NOTE).default('') }),
    reply: AdminRedemption,
  },
  'POST /api/admin/rewards/redemptions/{id}/refund': {
    access: 'admin',
    says: 'Gives the berries back, restores the stock and notifies the person.',
    params: z.object({ id: Id }),
    body: z.object({ note: Reason }),
    reply: AdminRedemption,
  },
  'GET /api/admin/rewards/ledger': {
    access: 'admin',
    says: 'Lists transfers with their entries, newest first. `q` is a handle or the id of a transfer.',
    query: adminListQuery(['at']).extend({ kind: z.enum(transferKinds).optional() }),
    reply: pageOf(AdminTransfer),
  },
  'POST /api/admin/rewards/ledger/{id}/reverse': {
    access: 'admin',
    says: 'Corrects a transfer with a reversing one. Fails if a person no longer has the berries.',
    params: z.object({ id: z.coerce.number().int().min(1) }),
    body: z.object({ note: Reason }),
    reply: AdminTransfer,
  },
  'POST /api/admin/rewards/corrections': {
    access: 'admin',
    says: 'Adds berries to a person, or takes them if negative. The same `request` corrects once.',
    body: z.object({
      handle: z.string().trim().min(1, 'Enter a handle.').max(60),
      amount: z
        .int()
        .min(-100_000)
        .max(100_000)
        .refine((amount) => amount !== 0, 'Enter an amount other than 0.'),
      note: Reason,
      request: Id,
    }),
    reply: AdminTransfer,
  },
  'POST /api/admin/rewards/prove': {
    access: 'admin',
    says: 'Checks that every transfer sums to zero and every balance equals its entries.',
    reply: BerryProof,
  },
} satisfies EndpointTable
