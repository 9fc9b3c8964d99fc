/** In a file without zod, so that pages do not bundle it. */
export const earnRules = ['read', 'streak', 'story'] as const
export type EarnRule = (typeof earnRules)[number]

/** Why berries moved. `gift` is given on a story and pending; `gift-received` is what its author gets. */
export const transferKinds = [
  ...earnRules,
  'gift',
  'gift-received',
  'redemption',
  'undo',
  'refund',
  'correction',
] as const
export type TransferKind = (typeof transferKinds)[number]

/** What an admin can reverse. Gifts and redemptions have states of their own: they are undone or refunded. */
export const reversibleKinds: readonly TransferKind[] = [...earnRules, 'gift-received', 'correction']

export const rewardKinds = ['membership', 'badge', 'other'] as const
export type RewardKind = (typeof rewardKinds)[number]

export const redemptionStates = ['to-fulfil', 'fulfilled', 'refunded'] as const
export type RedemptionState = (typeof redemptionStates)[number]

/** `returned`: it went back to the giver, because the author had deleted their account. */
export const giftStates = ['pending', 'given', 'undone', 'returned'] as const
export type GiftState = (typeof giftStates)[number]

/** The longest reason of a correction or refund, in characters. */
export const MAX_NOTE = 500

/** How long a gift can be undone. */
export const GIFT_UNDO_SECONDS = 10
export const MAX_GIFT = 100
/** What a person can give in a day in UTC. */
export const MAX_GIVEN_PER_DAY = 200
