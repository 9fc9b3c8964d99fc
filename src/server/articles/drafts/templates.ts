import type { Template } from '#contract/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { withWhatIsLeft } from '#server/articles/orphaned-media.ts'
import { prepareDocument } from '#server/documents/prepare.ts'

const MOST = 200

type Fields = Omit<Template, 'id'>

const columns = ['id', 'kind', 'name', 'description', 'title', 'body'] as const

/** In the order in which they are offered. */
export async function listTemplates({ db }: Pick<Ctx, 'db'>): Promise<Template[]> {
  const rows = await db.selectFrom('template').select(columns).orderBy('position').orderBy('id').execute()
  return Promise.all(rows.map(async (row) => ({ ...row, body: row.body && (await withWhatIsLeft(db, row.body)) })))
}

/** Adds one after the others. */
export function addTemplate(ctx: Ctx, fields: Fields): Promise<Template> {
  return inTransaction(ctx, async (tx) => {
    const body = await checkedBody(tx, fields.body)
    const { count, last } = await tx.db
      .selectFrom('template')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('position').as('last')])
      .executeTakeFirstOrThrow()
    if (count >= MOST) throw new Refusal('quota-exceeded', { most: MOST })
    const times = { createdAt: tx.now(), updatedAt: tx.now() }
    // Of no rows there is no last one, which the type of `max` leaves out.
    const position = count === 0 ? 0 : last + 1
    return tx.db
      .insertInto('template')
      .values({ id: newId(), ...fields, body, position, ...times })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

export async function changeTemplate(ctx: Ctx, id: string, fields: Fields): Promise<Template> {
  const body = await checkedBody(ctx, fields.body)
  const changed = await ctx.db
    .updateTable('template')
    .set({ ...fields, body, updatedAt: ctx.now() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  if (!changed) throw new Refusal('not-found')
  return changed
}

/** Puts these into this order; the others stay where they are. */
export function orderTemplates(ctx: Ctx, ids: string[]): Promise<Template[]> {
  return inTransaction(ctx, async (tx) => {
    const known = await lockAll(tx.db)
    ids.forEach((id, at) => {
      if (known.has(id) && ids.indexOf(id) === at) return
      const message = known.has(id) ? 'It is in the list twice.' : 'It is not there any more.'
      throw new Refusal('invalid', { issues: [{ path: ['body', 'ids', String(at)], message }] })
    })
    for (const [position, id] of ids.entries()) {
      await tx.db.updateTable('template').set({ position }).where('id', '=', id).execute()
    }
    return listTemplates(tx)
  })
}

export async function deleteTemplate({ db }: Pick<Ctx, 'db'>, id: string) {
  const gone = await db.deleteFrom('template').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) throw new Refusal('not-found')
  return { deleted: true as const }
}

/** Two who put them in order at once follow each other; the second wins, and the orders are not mixed. */
async function lockAll(db: Db) {
  const rows = await db.selectFrom('template').select('id').orderBy('id').forUpdate().execute()
  return new Set(rows.map(({ id }) => id))
}

async function checkedBody(ctx: Pick<Ctx, 'db' | 'site'>, body: Document | null) {
  return body && (await prepareDocument(ctx, body)).body
}
