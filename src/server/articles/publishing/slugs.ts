import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

const MAX_GENERATED_LENGTH = 80
const MAX_NUMBERED = 20
const SLUG_LOCK = 0x736c_7567

/** Reserved for pages that may share the path with stories. */
const reserved = new Set(['new', 'edit', 'preview', 'latest', 'random', 'feed', 'rss', 'atom', 'search', 'drafts'])

/** Keeps the title's script. Empty when the title has no letters or digits. */
export function slugFromTitle(title: string) {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ]/g, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  let slug = ''
  for (const word of words ?? []) {
    const longer = slug ? `${slug}-${word}` : word
    if (longer.length > MAX_GENERATED_LENGTH) return slug || truncateWord(word)
    slug = longer
  }
  return slug
}

/** Cuts by code point, so that no surrogate pair is split. */
function truncateWord(word: string) {
  return Array.from(word)
    .slice(0, MAX_GENERATED_LENGTH / 2)
    .join('')
}

export function normalizeSlug(requested: string) {
  return requested.normalize('NFC').toLowerCase()
}

/** Throws when the slug is reserved, or is or was the slug of another story. */
export async function requireFreeSlug({ db }: Pick<Ctx, 'db'>, articleId: string, slug: string) {
  if (reserved.has(slug)) {
    const issue = { path: ['body', 'slug'], message: 'This address is reserved. Choose another.' }
    throw new Refusal('invalid', { issues: [issue] })
  }
  if ((await findTakenSlugs(db, articleId, [slug])).has(slug)) throw new Refusal('slug-taken', { slug })
}

/** Returns the requested slug, the current one, or one generated from the title. Inside a transaction. */
export async function chooseSlug(
  { db }: Pick<Ctx, 'db'>,
  {
    id,
    slug,
    requested,
    title,
    before,
  }: { id: string; slug: string; requested: string | null; title: string; before: boolean },
) {
  if (before && (requested === null || requested === slug)) return slug
  // Old slugs are in another table, so no unique constraint covers both.
  await sql`select pg_advisory_xact_lock(${SLUG_LOCK})`.execute(db)
  if (requested === null) return findFreeSlug(db, id, slugFromTitle(title))
  await requireFreeSlug({ db }, id, requested)
  return requested
}

async function findFreeSlug(db: Db, articleId: string, base: string) {
  if (!base) return articleId
  const numbered = Array.from({ length: MAX_NUMBERED - 1 }, (_, index) => `${base}-${index + 2}`)
  const candidates = [...(reserved.has(base) ? [] : [base]), ...numbered]
  const taken = await findTakenSlugs(db, articleId, candidates)
  return candidates.find((slug) => !taken.has(slug)) ?? `${base}-${newId().toLowerCase()}`
}

/** Slugs that lead to another article now or did before. An id is also a valid slug. */
async function findTakenSlugs(db: Db, articleId: string, slugs: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('article')
    .select('slug')
    .where('slug', 'in', slugs)
    .where('id', '!=', articleId)
    .unionAll(db.selectFrom('article').select('id as slug').where('id', 'in', slugs).where('id', '!=', articleId))
    .unionAll(db.selectFrom('oldSlug').select('slug').where('slug', 'in', slugs).where('articleId', '!=', articleId))
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** Ids come from browsers and also work as slugs, so a new id must not be an old slug. */
export async function isFormerSlug({ db }: Pick<Ctx, 'db'>, id: string) {
  return (await db.selectFrom('oldSlug').select('slug').where('slug', '=', id).executeTakeFirst()) !== undefined
}

/** Redirects the old slug to the story. A slug that the story takes back is no longer old. Inside a transaction. */
export async function recordOldSlug({ db, now }: Ctx, { id, from, to }: { id: string; from: string; to: string }) {
  await db.deleteFrom('oldSlug').where('slug', '=', to).where('articleId', '=', id).execute()
  await db
    .insertInto('oldSlug')
    .values({ slug: from, articleId: id, since: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
