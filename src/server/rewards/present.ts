import type { Selectable } from 'kysely'
import type { RedemptionState, RewardKind, TransferKind } from '#contract/rewards/kinds.ts'
import type { AdminReward, AdminRule } from '#contract/rewards/rewards-admin.ts'
import type { LedgerItem, Redemption, Reward } from '#contract/rewards/rewards.ts'
import type { Tables } from '#server/platform/tables.ts'

type RewardRow = Selectable<Tables['reward']>

export function presentReward({
  id,
  kind,
  name,
  description,
  icon,
  price,
  stock,
  perPerson,
  question,
}: RewardRow): Reward {
  return { id, kind, name, description, icon, price, stock, perPerson, question }
}

export function presentAdminReward(row: RewardRow & { redeemed: number }): AdminReward {
  const { months, archivedAt, version, redeemed } = row
  return { ...presentReward(row), months, archived: archivedAt !== null, redeemed, version }
}

export function presentRule({ kind, amount, dailyCap, enabled, version }: Selectable<Tables['berryRule']>): AdminRule {
  return { kind, amount, dailyCap, enabled, version }
}

type RedemptionRow = {
  id: string
  rewardId: string
  kind: RewardKind
  name: string
  icon: string
  price: number
  state: RedemptionState
  at: Date
  note: string
}

export function presentRedemption({
  id,
  rewardId,
  kind,
  name,
  icon,
  price,
  state,
  at,
  note,
}: RedemptionRow): Redemption {
  return { id, reward: { id: rewardId, kind, name, icon }, price, state, at: at.toISOString(), note }
}

type EntryRow = StoryRow & {
  id: number
  kind: TransferKind
  amount: number
  balance: number | null
  at: Date
  note: string
  originalKind: TransferKind | null
  originalNote: string | null
}

/** The note of a redemption is the name of its reward at that time. */
export function presentEntry({ id, kind, amount, balance, at, note, ...row }: EntryRow): LedgerItem {
  const isRedemption = kind === 'redemption'
  const reward = isRedemption ? note : row.originalKind === 'redemption' ? row.originalNote : null
  const base = { id, kind, amount, balance: balance ?? 0, at: at.toISOString(), story: presentStory(row) }
  return { ...base, reward, note: isRedemption ? '' : note }
}

type StoryRow = { slug: string | null; title: string | null; language: string | null }

export function presentStory({ slug, title, language }: StoryRow) {
  return slug === null ? null : { slug, title: title ?? '', language: language ?? 'en' }
}
