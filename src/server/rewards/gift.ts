import { sql } from 'kysely'
import { DAY_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { GIFT_UNDO_SECONDS, MAX_GIVEN_PER_DAY } from '#contract/rewards/kinds.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { publishedId } from '#server/stories/published.ts'
import { findByCause, getBalance, house, lockAccounts, reverseTransfer, transfer } from './ledger.ts'

/** Ring gifts are refused: berries do not come back to their giver, also not through up to three others. */
const RING_DAYS = 30
/** From the author forward and from the giver backward, which meet in the middle. */
const RING_STEPS = 2
/** Also counts gifts that were undone. */
const MAX_GIFTS_PER_DAY = 100

export const giftCause = (id: string) => `gift:${id}`

/** The `request` is the id of the gift, so that a repeated one finds it. */
export async function giveBerries(
  ctx: Ctx<Viewer>,
  ref: string,
  { amount, request }: { amount: number; request: string },
) {
  const { id: articleId } = await orNotFound(publishedId(ctx.db, ref))
  return inTransaction(ctx, async (tx) => {
    const giverId = tx.viewer.id
    const receiver = await findReceiver(tx, articleId)
    // Both accounts, so that of two gifts in opposite directions the later one sees the earlier. A longer ring can close
    // when its last gifts are given at the same moment. A lock that prevents it would make all gifts wait for each other.
    await lockAccounts(tx.db, [giverId, receiver.id])
    const earlier = await tx.db
      .selectFrom('berryGift')
      .select(['id', 'at', 'amount', 'giverId'])
      .where('id', '=', request)
      .executeTakeFirst()
    if (earlier && earlier.giverId !== giverId) throw new Refusal('gift-refused')
    if (earlier) return presentGiven(tx, earlier)
    await refuseReceiver(tx, receiver)
    await refuseOverCap(tx, amount)
    const gift = { id: request, articleId, giverId, amount, state: 'pending' as const, at: tx.now() }
    await tx.db
      .insertInto('berryGift')
      .values({ ...gift, receiverId: receiver.id })
      .execute()
    const cause = giftCause(request)
    await transfer(tx, { kind: 'gift', cause, articleId, from: giverId, to: house.pendingGifts, amount })
    return presentGiven(tx, gift)
  })
}

type Given = { id: string; at: Date; amount: number }

async function presentGiven({ db, viewer }: Ctx<Viewer>, { id, at, amount }: Given) {
  const undoUntil = new Date(at.getTime() + GIFT_UNDO_SECONDS * SECOND_MS)
  return { gift: id, amount, balance: await getBalance(db, viewer.id), undoUntil: undoUntil.toISOString() }
}

type Receiver = Awaited<ReturnType<typeof findReceiver>>

/** The author of a published story. */
function findReceiver({ db, viewer }: Ctx<Viewer>, articleId: string) {
  return orNotFound(
    db
      .selectFrom('article')
      .innerJoin('person', 'person.id', 'article.authorId')
      .select([
        'person.id',
        sql<boolean>`article.author_id = ${viewer.id} or exists (select from article_co_author as co
          where co.article_id = article.id and co.person_id = ${viewer.id})`.as('isOwn'),
        sql<boolean>`exists (select from block where (blocker_id = article.author_id and blocked_id = ${viewer.id})
          or (blocker_id = ${viewer.id} and blocked_id = article.author_id))`.as('isBlocked'),
        sql<boolean>`person.disabled_at is not null or person.erased_at is not null`.as('isGone'),
      ])
      .where('article.id', '=', articleId)
      .executeTakeFirst(),
  )
}

async function refuseReceiver(tx: Ctx<Viewer>, { id, isOwn, isBlocked, isGone }: Receiver) {
  if (isOwn) throw refuse('You can’t give berries on your own story.')
  if (isBlocked || isGone) throw refuse('You can’t give berries to this author.')
  if (await closesRing(tx, tx.viewer.id, id))
    throw refuse('This author gave berries to you, directly or through others. Give berries to another author.')
}

function refuse(message: string) {
  return new Refusal('gift-refused', { message })
}

/** Whether berries of the receiver reached the giver lately. */
async function closesRing({ db, now }: Ctx, giverId: string, receiverId: string) {
  const since = new Date(now().getTime() - RING_DAYS * DAY_MS)
  const isRecent = sql`gift.at > ${since} and gift.state in ('pending', 'given')`
  const { rows } = await sql<{ found: boolean }>`
    with recursive ahead (id, steps) as (
      select ${receiverId}::text, 0
      union
      select gift.receiver_id, steps + 1 from ahead join berry_gift as gift on gift.giver_id = ahead.id
      where steps < ${RING_STEPS} and ${isRecent}),
    behind (id, steps) as (
      select ${giverId}::text, 0
      union
      select gift.giver_id, steps + 1 from behind join berry_gift as gift on gift.receiver_id = behind.id
      where steps < ${RING_STEPS} and ${isRecent})
    select exists (select from ahead join behind using (id)) as found`.execute(db)
  return rows[0]?.found === true
}

async function refuseOverCap({ db, now, viewer }: Ctx<Viewer>, amount: number) {
  const { gifts, given } = await db
    .selectFrom('berryGift')
    .select(({ fn }) => [
      fn.countAll<number>().as('gifts'),
      sql<number>`coalesce(sum(amount) filter (where state in ('pending', 'given')), 0)`.as('given'),
    ])
    .where('giverId', '=', viewer.id)
    .where('at', '>=', new Date(dayOf(now())))
    .executeTakeFirstOrThrow()
  if (given + amount > MAX_GIVEN_PER_DAY)
    throw refuse(`You can give ${MAX_GIVEN_PER_DAY} berries a day. Give more tomorrow.`)
  if (gifts >= MAX_GIFTS_PER_DAY)
    throw refuse(`You can give berries ${MAX_GIFTS_PER_DAY} times a day. Give more tomorrow.`)
}

/** While the gift is pending, also in the seconds before the job settles it. */
export async function undoGift(ctx: Ctx<Viewer>, id: string) {
  return inTransaction(ctx, async (tx) => {
    const gift = await orNotFound(
      tx.db
        .selectFrom('berryGift')
        .select('state')
        .where('id', '=', id)
        .where('giverId', '=', tx.viewer.id)
        .forUpdate()
        .executeTakeFirst(),
    )
    const balanceNow = async () => ({ balance: await getBalance(tx.db, tx.viewer.id) })
    if (gift.state === 'undone') return balanceNow()
    if (gift.state !== 'pending')
      throw new Refusal('wrong-state', { state: gift.state, message: 'It is too late to undo this gift.' })
    const given = await orNotFound(findByCause(tx.db, giftCause(id)))
    await reverseTransfer(tx, given.id, { kind: 'undo', cause: `undo:${id}` })
    await tx.db.updateTable('berryGift').set({ state: 'undone', settledAt: tx.now() }).where('id', '=', id).execute()
    return balanceNow()
  })
}
