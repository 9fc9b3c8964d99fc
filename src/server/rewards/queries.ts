import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

export function redemptionRows(db: Db) {
  return db
    .selectFrom('redemption')
    .innerJoin('reward', 'reward.id', 'redemption.rewardId')
    .select([
      'redemption.id',
      'redemption.rewardId',
      'redemption.personId',
      'redemption.transferId',
      'redemption.price',
      'redemption.state',
      'redemption.answer',
      'redemption.note',
      'redemption.at',
      'reward.kind',
      'reward.name',
      'reward.icon',
    ])
}

export function availableRewards(db: Db) {
  return db.selectFrom('reward').selectAll().where('archivedAt', 'is', null).orderBy('position').orderBy('id').execute()
}

/** All rules, in the order in which people meet them. */
export function allRules(db: Db) {
  return db
    .selectFrom('berryRule')
    .selectAll()
    .orderBy(sql`array_position(array['read', 'streak', 'story'], kind)`)
    .execute()
}

/** The entries of one person's account with their transfers. Stories only while they are published. */
export function ledgerRows(db: Db, personId: string) {
  return db
    .selectFrom('berryEntry as entry')
    .innerJoin('berryTransfer as transfer', 'transfer.id', 'entry.transferId')
    .leftJoin('berryTransfer as original', 'original.id', 'transfer.reverses')
    .leftJoin('article', (join) =>
      join.onRef('article.id', '=', 'transfer.articleId').on(sql<boolean>`article.state = 'published'`),
    )
    .select([
      'transfer.id',
      'transfer.kind',
      'transfer.at',
      'transfer.note',
      'original.kind as originalKind',
      'original.note as originalNote',
      'entry.amount',
      'entry.balance',
      'article.slug',
      'article.title',
      'article.language',
    ])
    .where('entry.accountId', '=', personId)
    .orderBy('entry.transferId', 'desc')
}

export function giftRows(db: Db, side: 'given' | 'received', personId: string) {
  const own = side === 'given' ? 'gift.giverId' : 'gift.receiverId'
  const query = db
    .selectFrom('berryGift as gift')
    .leftJoin('article', (join) =>
      join.onRef('article.id', '=', 'gift.articleId').on(sql<boolean>`article.state = 'published'`),
    )
    .select([
      'gift.id',
      'gift.amount',
      'gift.state',
      'gift.at',
      'article.slug',
      'article.title',
      'article.language',
      side === 'given' ? 'gift.receiverId as otherId' : 'gift.giverId as otherId',
    ])
    .where(own, '=', personId)
  // Receivers see gifts that arrived. Givers also see those that they took back.
  return side === 'given' ? query : query.where('gift.state', '=', 'given')
}

/** All rewards, with the number of redemptions that were not refunded. */
export function rewardsWithCounts(db: Db) {
  return db
    .selectFrom('reward')
    .selectAll('reward')
    .select(({ selectFrom, fn }) =>
      selectFrom('redemption')
        .select(fn.countAll<number>().as('n'))
        .whereRef('redemption.rewardId', '=', 'reward.id')
        .where('redemption.state', '!=', 'refunded')
        .$asScalar()
        .$notNull()
        .as('redeemed'),
    )
}

export async function countToFulfil(db: Db) {
  const { count } = await db
    .selectFrom('redemption')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'to-fulfil')
    .executeTakeFirstOrThrow()
  return count
}

export function transferRows(db: Db) {
  return db
    .selectFrom('berryTransfer as transfer')
    .leftJoin('person as actor', 'actor.id', 'transfer.byId')
    .leftJoin('berryTransfer as later', 'later.reverses', 'transfer.id')
    .select([
      'transfer.id',
      'transfer.kind',
      'transfer.at',
      'transfer.cause',
      'transfer.note',
      'transfer.reverses',
      'actor.name as by',
    ])
    .select(sql<boolean>`later.id is not null`.as('reversed'))
}
