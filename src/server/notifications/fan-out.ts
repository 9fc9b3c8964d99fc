import type { Selectable } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { nextHearers } from './audience.ts'
import { tellPeople } from './tell-people.ts'

/** So many people are told in one transaction: few enough that nobody waits for it, many enough that it is quick. */
const PIECE = 1000
/** From here on, processes look which of the people they have on the line are concerned, instead of hearing of each. */
const NAMED = 50

export type DueHappening = Selectable<Tables['happening']>
/** Whom it concerns: one person, or all who follow the actor. What concerns one does not wait for the many. */
export type Reach = 'one' | 'followers'

export const FAN_OUT = 'live:fan-out'
export const toldName = (personId: string) => `live:notification:${personId}` as const

/** The oldest that is due and nobody works on. */
export async function nextDue({ db }: Ctx, reach: Reach, except: readonly string[] = []): Promise<string | null> {
  let query = db
    .selectFrom('happening')
    .select('id')
    .where('doneAt', 'is', null)
    .where('personId', reach === 'one' ? 'is not' : 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
  if (except.length > 0) query = query.where('id', 'not in', except)
  return (await query.forUpdate().skipLocked().executeTakeFirst())?.id ?? null
}

/**
 * Tells the next piece of people. They and how far it came commit together, so that after a crash it goes on where it
 * was. False when another process does it, or it is done.
 */
export async function tellPiece(ctx: Ctx, id: string, piece = PIECE): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const happening = await lockDue(tx, id)
    if (!happening) return false
    const hearers = await nextHearers(tx, { ...happening, limit: piece })
    const wanted = (await stillSo(tx, happening)) ? hearers.filter((hearer) => hearer.wanted) : []
    const told = await tellPeople(tx, happening, wanted)
    const last = happening.personId === null && hearers.length === piece ? hearers.at(-1) : undefined
    await tx.db
      .updateTable('happening')
      .set(last ? { toldTo: last.personId } : { doneAt: tx.now() })
      .where('id', '=', id)
      .execute()
    if (told.length > NAMED) tx.invalidate(FAN_OUT)
    else tx.invalidate(...told.map(toldName))
    return true
  })
}

function lockDue({ db }: Ctx, id: string) {
  const query = db.selectFrom('happening').selectAll().where('id', '=', id).where('doneAt', 'is', null)
  return query.forUpdate().skipLocked().executeTakeFirst()
}

/** A story that was taken back before all were told is not told to the rest. */
async function stillSo({ db }: Ctx, { kind, articleId }: DueHappening) {
  if (kind !== 'story' || articleId === null) return true
  const row = await db
    .selectFrom('article')
    .select('id')
    .where('id', '=', articleId)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return row !== undefined
}
