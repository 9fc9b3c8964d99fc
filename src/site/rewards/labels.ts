import { describeBerries } from '#contract/rewards/outcomes.ts'
import type { EarnRule, GiftState, RedemptionState, RewardKind, TransferKind } from '#contract/rewards/kinds.ts'
import type { Reward, Rule } from '#contract/rewards/rewards.ts'

export const BASKET = '/berrybasket'

export const ruleTexts: Record<EarnRule, { name: string; about: string; icon: string }> = {
  read: { name: 'Finish a story', about: 'Read to the end. Each story counts once.', icon: 'book-open' },
  streak: { name: 'Keep your streak', about: 'Finish a story on two or more days in a row.', icon: 'flame' },
  story: { name: 'Publish a story', about: 'Write something of your own and publish it.', icon: 'feather' },
}

/** What a rule earns in a day at most: a streak is paid once a day, and 0 earns nothing. */
export function mostADay({ kind, amount, dailyCap }: Rule) {
  return kind === 'streak' || amount === 0 ? Math.min(amount, dailyCap) : dailyCap
}

/** How an entry of the history starts. A story or reward follows. */
export const kindTexts: Record<TransferKind, { name: string; icon: string }> = {
  'read': { name: 'Finished reading', icon: 'book-open' },
  'streak': { name: 'Reading streak', icon: 'flame' },
  'story': { name: 'Published', icon: 'feather' },
  'gift': { name: 'Gift for', icon: 'gift' },
  'gift-received': { name: 'Gift from a reader for', icon: 'heart' },
  'redemption': { name: 'Redeemed', icon: 'shopping-basket' },
  'undo': { name: 'Took back a gift for', icon: 'undo-2' },
  'refund': { name: 'Refund for', icon: 'rotate-ccw' },
  'correction': { name: 'Correction by the site', icon: 'scale' },
}

/** The kinds in lists and filters of the admin area. */
export const kindNames: Record<TransferKind, string> = {
  'read': 'Finished read',
  'streak': 'Reading streak',
  'story': 'Published story',
  'gift': 'Gift given',
  'gift-received': 'Gift received',
  'redemption': 'Redemption',
  'undo': 'Gift undone',
  'refund': 'Refund',
  'correction': 'Correction',
}

export const rewardKindNames: Record<RewardKind, string> = {
  other: 'Fulfilled by hand',
  membership: 'Membership',
  badge: 'Badge',
}

export const redemptionTexts: Record<RedemptionState, { name: string; tone: 'warning' | 'primary' | 'neutral' }> = {
  'to-fulfil': { name: 'In preparation', tone: 'warning' },
  'fulfilled': { name: 'Ready', tone: 'primary' },
  'refunded': { name: 'Refunded', tone: 'neutral' },
}

export const giftTexts: Record<GiftState, string> = {
  pending: 'Pending',
  given: 'Given',
  undone: 'Undone',
  returned: 'Returned',
}

export function formatNumber(count: number) {
  return count.toLocaleString('en')
}

/** Grouped, and with the right plural. */
export function formatBerries(count: number) {
  return describeBerries(count).replace(/-?\d+/, formatNumber(count))
}

export function formatStock(stock: number | null) {
  if (stock === null) return null
  return stock === 0 ? 'Out of stock' : `${formatNumber(stock)} left`
}

/** What keeps a person from redeeming a reward. Null if nothing does. */
export function findObstacle({ price, stock, perPerson }: Reward, balance: number, redeemed: number) {
  if (perPerson !== null && redeemed >= perPerson)
    return `You’ve redeemed this ${redeemed === 1 ? 'once' : `${redeemed} times`}, the limit for each person.`
  if (stock === 0) return 'More may come. Check back later.'
  if (balance < price) return `${formatBerries(price - balance)} to go`
  return null
}
