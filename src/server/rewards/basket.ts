import { z } from 'zod'
import type { Basket, BerryGift, LedgerItem, Reward, Rule } from '#contract/rewards/rewards.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { defineCursor, timeCursor } from '#server/platform/cursor.ts'
import { dayOf } from '#server/platform/days.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockAccounts } from './ledger.ts'
import { presentEntry, presentReward, presentStory } from './present.ts'
import { allRules, availableRewards, giftRows, ledgerRows } from './queries.ts'
import { getStreak } from './streak.ts'

export async function describeBerries({ db, addCacheTags }: Ctx): Promise<{ rules: Rule[]; rewards: Reward[] }> {
  const [rules, rewards] = await Promise.all([allRules(db), availableRewards(db)])
  addCacheTags('rewards')
  return {
    rules: rules
      .filter(({ enabled, amount }) => enabled && amount > 0)
      .map(({ kind, amount, dailyCap }) => ({ kind, amount, dailyCap })),
    rewards: rewards.map(presentReward),
  }
}

export async function getBasket({ db, now, viewer }: Ctx<Viewer>): Promise<Basket> {
  const [account, today, streak] = await Promise.all([
    db.selectFrom('berryAccount').select(['balance', 'listed']).where('id', '=', viewer.id).executeTakeFirst(),
    db
      .selectFrom('berryDay')
      .select('amount')
      .where('personId', '=', viewer.id)
      .where('day', '=', dayOf(now()))
      .execute(),
    getStreak(db, viewer.id, now()),
  ])
  return {
    balance: account?.balance ?? 0,
    earnedToday: today.reduce((sum, { amount }) => sum + amount, 0),
    streak,
    listed: account?.listed ?? true,
  }
}

type Asked = { before?: string | undefined; limit: number }

/** Transfers of one account get their ids in the order in which they change its balance. */
const ledgerCursor = defineCursor(z.tuple([z.int().min(1)]))

export async function listLedger({ db, viewer }: Ctx<Viewer>, { before, limit }: Asked): Promise<PageOf<LedgerItem>> {
  const cursor = ledgerCursor.read(before)
  let query = ledgerRows(db, viewer.id)
  if (cursor) query = query.where('entry.transferId', '<', cursor[0])
  const rows = await query.limit(limit + 1).execute()
  const { shown, next } = ledgerCursor.paginate(rows, limit, ({ id }) => [id])
  return {
    items: shown.map(presentEntry),
    next,
  }
}

type AskedGifts = Asked & { side: 'given' | 'received' }

export async function listGifts(ctx: Ctx<Viewer>, { side, before, limit }: AskedGifts): Promise<PageOf<BerryGift>> {
  const cursor = timeCursor.read(before)
  let query = giftRows(ctx.db, side, ctx.viewer.id)
  if (cursor) query = query.where((eb) => eb(eb.refTuple('gift.at', 'gift.id'), '<', eb.tuple(...cursor)))
  const rows = await query
    .orderBy('gift.at', 'desc')
    .orderBy('gift.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, next } = timeCursor.paginate(rows, limit, ({ at, id }) => [at, id])
  const cards = await shownCardsOf(ctx, [...new Set(shown.flatMap(({ otherId }) => otherId ?? []))])
  const people = new Map(cards.map((card) => [card.id, card]))
  return {
    items: shown.map((row) => ({
      id: row.id,
      amount: row.amount,
      state: row.state,
      at: row.at.toISOString(),
      story: presentStory(row),
      person: (row.otherId !== null && people.get(row.otherId)) || null,
    })),
    next,
  }
}

/** Joins or leaves the leaderboard. */
export function setListed(ctx: Ctx<Viewer>, listed: boolean) {
  return inTransaction(ctx, async ({ db, viewer, invalidate }) => {
    await lockAccounts(db, [viewer.id])
    await db.updateTable('berryAccount').set({ listed }).where('id', '=', viewer.id).execute()
    invalidate('leaderboard')
    return { listed }
  })
}
