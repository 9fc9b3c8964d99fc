import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { AdminCategory, CategoryFields } from '#contract/taxonomy/taxonomy.ts'
import { categorySlug } from '#contract/taxonomy/topic-rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCategory } from './create.ts'
import { requireNoMerge } from './merge.ts'
import { deleteOldTopicSlug, recordOldTopicSlug } from './old-slugs.ts'
import { presentAdminCategory } from './present.ts'
import { type CategoryRow, categoryRows, topicSize } from './queries.ts'
import type { TopicStores } from './topic-stores.ts'

const CATEGORY_LOCK = 0x6361_7465
const MAX_NUMBERED = 100

export async function listAdminCategories({ db, site }: Pick<Ctx, 'db' | 'site'>): Promise<AdminCategory[]> {
  return (await categoryRows(db)).map((row) => presentAdminCategory(site.base, row))
}

/** A slug that another category had before is free: the present one wins. */
export async function checkCategorySlug({ db }: Ctx, slug: string, id: string | undefined) {
  const wanted = slug.trim().toLowerCase()
  if (wanted === '' || wanted !== categorySlug(wanted)) return { free: false }
  const taken = await db.selectFrom('category').select('id').where('slug', '=', wanted).executeTakeFirst()
  return { free: taken === undefined || taken.id === id }
}

export function createAdminCategory(ctx: Ctx<Viewer>, stores: TopicStores, fields: CategoryFields) {
  return inTransaction(ctx, async (tx) => {
    await lockCategories(tx)
    const others = await categoryRows(tx.db)
    const { name, slug: wanted, description, color } = fields
    const slug = wanted ?? freeSlug(others, categorySlug(name))
    requireFree(others, { name, slug })
    const { picture, media } = await resolvePicture(tx, stores, fields.picture, null)
    const position = Math.max(-1, ...others.map((other) => other.position)) + 1
    const { id } = await createCategory(tx, { name, slug, description, color, picture, position })
    await stores.media.setReferences(tx, id, media ? [media] : [])
    await recordAudit(tx, {
      action: 'category.created',
      target: { kind: 'category', id, name },
      after: { name, slug, description, color, picture: media },
    })
    return presentOne(tx, id)
  })
}

/** Throws version-conflict with the current category after another edit. */
export function updateAdminCategory(
  ctx: Ctx<Viewer>,
  stores: TopicStores,
  id: string,
  { version, ...fields }: CategoryFields & { version: number },
) {
  return inTransaction(ctx, async (tx) => {
    const { db, now, invalidate } = tx
    await lockCategories(tx)
    const rows = await categoryRows(db)
    const before = rows.find((row) => row.id === id)
    if (!before) throw new Refusal('not-found')
    if (before.version !== version)
      throw new Refusal('version-conflict', { current: presentAdminCategory(tx.site.base, before) })
    if (before.action === 'merge') throw new Refusal('topic-merging')
    const others = rows.filter((row) => row.id !== id)
    const { name, slug = before.slug, description, color } = fields
    requireFree(others, { name, slug })
    const { picture, media } = await resolvePicture(tx, stores, fields.picture, before)
    await db
      .updateTable('category')
      .set({ name, slug, description, color, picture: picture && JSON.stringify(picture) })
      .set({ version: version + 1, updatedAt: now() })
      .where('id', '=', id)
      .execute()
    if (slug !== before.slug) {
      await deleteOldTopicSlug(tx, 'category', slug)
      await recordOldTopicSlug(tx, 'category', before.slug, id)
    }
    await stores.media.setReferences(tx, id, media ? [media] : [])
    const changes = changedFields(
      {
        name: before.name,
        slug: before.slug,
        description: before.description,
        color: before.color,
        picture: before.media,
      },
      { name, slug, description, color, picture: media },
    )
    await recordAudit(tx, { action: 'category.updated', target: { kind: 'category', id, name }, ...changes })
    invalidate('categories')
    return presentOne(tx, id)
  })
}

/** Relative to another category, so that the moves of two editors do not undo each other. */
export function moveCategory(ctx: Ctx<Viewer>, id: string, after: string | null) {
  return inTransaction(ctx, async (tx) => {
    await lockCategories(tx)
    const rows = await categoryRows(tx.db)
    const moved = rows.find((row) => row.id === id)
    if (!moved || (after !== null && rows.every((row) => row.id !== after))) throw new Refusal('nodata')
    if (after === id) return listAdminCategories(tx)
    const others = rows.filter((row) => row.id !== id)
    const next = others.toSpliced(after === null ? 0 : others.findIndex((row) => row.id === after) + 1, 0, moved)
    for (const [position, row] of next.entries()) {
      if (row.position !== position)
        await tx.db.updateTable('category').set({ position }).where('id', '=', row.id).execute()
    }
    await recordAudit(tx, {
      action: 'category.reordered',
      target: { kind: 'category', id, name: moved.name },
      before: { position: rows.indexOf(moved) + 1 },
      after: { position: next.indexOf(moved) + 1 },
    })
    tx.invalidate('categories')
    return listAdminCategories(tx)
  })
}

export function deleteCategory(ctx: Ctx<Viewer>, stores: TopicStores, id: string) {
  return inTransaction(ctx, async (tx) => {
    const { db, invalidate } = tx
    // Waits for stories that are being put into it, and lets no others begin.
    const row = await db.selectFrom('category').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new Refusal('not-found')
    await requireNoMerge(tx, 'category', id)
    const { name, slug, followerCount: followers } = row
    if ((await topicSize(db, 'category', id, followers + 1)) > followers) {
      const message = `Stories or drafts are still in “${name}”. Merge it into another category instead.`
      throw new Refusal('topic-in-use', { message })
    }
    await stores.media.setReferences(tx, id, [])
    await db.deleteFrom('category').where('id', '=', id).execute()
    await recordAudit(tx, {
      action: 'category.deleted',
      target: { kind: 'category', id, name },
      before: { name, slug, followers },
    })
    invalidate('categories')
    return { deleted: true as const }
  })
}

/** For pictures that were replaced in the library, or deleted from it. Inside a transaction. */
export async function replaceCategoryPictures({ db, invalidate }: Ctx, ids: string[], picture: Picture | null) {
  const rows = await db.selectFrom('category').select(['id', 'picture']).where('id', 'in', ids).orderBy('id').execute()
  for (const { id, picture: before } of rows) {
    // The alternative text and the focal point belong to the category.
    const next = picture && { ...picture, alt: before?.alt ?? picture.alt, focus: before?.focus ?? null }
    await db
      .updateTable('category')
      .set({ picture: next && JSON.stringify(next) })
      .where('id', '=', id)
      .execute()
  }
  if (rows.length > 0) invalidate('categories')
}

/** Categories are few and change rarely, so one editor at a time changes them. */
async function lockCategories({ db }: Pick<Ctx, 'db'>) {
  await sql`select pg_advisory_xact_lock(${CATEGORY_LOCK})`.execute(db)
}

async function presentOne({ db, site }: Ctx, id: string) {
  const [row] = await categoryRows(db, id)
  if (!row) throw new Refusal('not-found')
  return presentAdminCategory(site.base, row)
}

function freeSlug(others: CategoryRow[], base: string) {
  const taken = new Set(others.map(({ slug }) => slug))
  const stem = (base || 'category').slice(0, 56).replace(/-$/, '')
  const numbered = Array.from({ length: MAX_NUMBERED }, (_, index) => `${stem}-${index + 2}`)
  return [base || 'category', ...numbered].find((slug) => !taken.has(slug)) ?? stem
}

function requireFree(others: CategoryRow[], { name, slug }: { name: string; slug: string }) {
  const sameName = others.find((other) => other.name.toLowerCase() === name.toLowerCase())
  if (sameName) throw exists('name', 'Another category has this name. Choose another, or merge the two.', sameName)
  const sameSlug = others.find((other) => other.slug === slug)
  if (sameSlug) throw exists('slug', 'Another category has this address. Choose another.', sameSlug)
}

function exists(field: string, message: string, { id, name, slug }: CategoryRow) {
  return new Refusal('topic-exists', { message, field, topic: { id, name, slug } })
}

async function resolvePicture(
  tx: Ctx<Viewer>,
  stores: TopicStores,
  wanted: CategoryFields['picture'],
  before: CategoryRow | null,
) {
  if (!wanted) return { picture: null, media: null }
  const { media, focus } = wanted
  // JSON can encode a lone surrogate, which PostgreSQL rejects.
  const alt = wanted.alt.replace(/\p{Surrogate}/gu, '\ufffd')
  if (media === null && before?.picture && before.media === null)
    return { picture: { ...before.picture, alt, focus }, media }
  const picture = media === null ? null : await stores.media.findPicture(tx, media, media === before?.media)
  if (picture) return { picture: { ...picture, alt, focus }, media }
  const issue = { path: ['body', 'picture', 'media'], message: 'This picture is not in the library. Choose another.' }
  throw new Refusal('invalid', { issues: [issue] })
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}
