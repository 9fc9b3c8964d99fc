import type { Template } from '#contract/articles/templates.ts'
import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { removeOrphanedMedia } from '#server/articles/orphaned-media.ts'
import { prepareDocument } from '#server/documents/prepare.ts'

const MAX_TEMPLATES = 200

type Fields = Omit<Template, 'id'>

const columns = ['id', 'kind', 'name', 'description', 'title', 'body'] as const

/** In display order. */
export async function listTemplates({ db }: Pick<Ctx, 'db'>): Promise<Template[]> {
  const rows = await db.selectFrom('template').select(columns).orderBy('position').orderBy('id').execute()
  return Promise.all(rows.map(async (row) => ({ ...row, body: row.body && (await removeOrphanedMedia(db, row.body)) })))
}

/** Appends the template to the list. */
export function createTemplate(ctx: Ctx, fields: Fields): Promise<Template> {
  return inTransaction(ctx, async (tx) => {
    const body = await validatedBody(tx, fields.body)
    const { count, last } = await tx.db
      .selectFrom('template')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('position').as('last')])
      .executeTakeFirstOrThrow()
    if (count >= MAX_TEMPLATES) throw new Refusal('quota-exceeded', { most: MAX_TEMPLATES })
    const times = { createdAt: tx.now(), updatedAt: tx.now() }
    // `max` is null without rows, which its type leaves out.
    const position = count === 0 ? 0 : last + 1
    return tx.db
      .insertInto('template')
      .values({ id: newId(), ...fields, body, position, ...times })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

export async function updateTemplate(ctx: Ctx, id: string, fields: Fields): Promise<Template> {
  const body = await validatedBody(ctx, fields.body)
  const changed = await ctx.db
    .updateTable('template')
    .set({ ...fields, body, updatedAt: ctx.now() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  if (!changed) throw new Refusal('not-found')
  return changed
}

/** Templates that are not listed keep their position. */
export function reorderTemplates(ctx: Ctx, ids: string[]): Promise<Template[]> {
  return inTransaction(ctx, async (tx) => {
    const known = await lockTemplates(tx.db)
    ids.forEach((id, at) => {
      if (known.has(id) && ids.indexOf(id) === at) return
      const message = known.has(id) ? 'This template is in the list twice.' : 'This template no longer exists.'
      throw new Refusal('invalid', { issues: [{ path: ['body', 'ids', String(at)], message }] })
    })
    for (const [position, id] of ids.entries()) {
      await tx.db.updateTable('template').set({ position }).where('id', '=', id).execute()
    }
    return listTemplates(tx)
  })
}

export async function deleteTemplate({ db }: Pick<Ctx, 'db'>, id: string) {
  const deleted = await db.deleteFrom('template').where('id', '=', id).returning('id').executeTakeFirst()
  if (!deleted) throw new Refusal('not-found')
  return { deleted: true as const }
}

/** Serializes concurrent reorders, so that the last one wins whole. */
async function lockTemplates(db: Db) {
  const rows = await db.selectFrom('template').select('id').orderBy('id').forUpdate().execute()
  return new Set(rows.map(({ id }) => id))
}

async function validatedBody(ctx: Pick<Ctx, 'db' | 'site'>, body: Document | null) {
  return body && (await prepareDocument(ctx, body)).body
}
