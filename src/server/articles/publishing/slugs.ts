import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

const LONGEST_MADE = 80
const MOST_NUMBERED = 20
const ONE_AT_A_TIME = 0x736c_7567

/** Words that may one day stand where a story's slug does. */
const reserved = new Set(['new', 'edit', 'preview', 'latest', 'random', 'feed', 'rss', 'atom', 'search', 'drafts'])

/** A readable address from a title, in the title's own script; empty when there is no word in it. */
export function slugOf(title: string) {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ]/g, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  let slug = ''
  for (const word of words ?? []) {
    const longer = slug ? `${slug}-${word}` : word
    if (longer.length > LONGEST_MADE) return slug || shortened(word)
    slug = longer
  }
  return slug
}

/** Letter by letter: half of one that takes two code units would be none. */
function shortened(word: string) {
  return Array.from(word)
    .slice(0, LONGEST_MADE / 2)
    .join('')
}

/** What somebody asked for, as it is stored. */
export function tidySlug(wanted: string) {
  return wanted.normalize('NFC').toLowerCase()
}

/** Refuses an address that another story has or had, or that the site needs. */
export async function checkSlug({ db }: Pick<Ctx, 'db'>, articleId: string, slug: string) {
  if (reserved.has(slug)) {
    const issue = { path: ['body', 'slug'], message: 'The site needs that word. Choose another.' }
    throw new Refusal('invalid', { issues: [issue] })
  }
  if ((await taken(db, articleId, [slug])).has(slug)) throw new Refusal('slug-taken', { slug })
}

/** The address a story gets: what its author wants, the one it has, or one from its title. Inside a transaction. */
export async function chooseSlug(
  { db }: Pick<Ctx, 'db'>,
  {
    id,
    slug,
    wanted,
    title,
    before,
  }: { id: string; slug: string; wanted: string | null; title: string; before: boolean },
) {
  if (before && (wanted === null || wanted === slug)) return slug
  // Old addresses are in another table, so no constraint of the database sees both.
  await sql`select pg_advisory_xact_lock(${ONE_AT_A_TIME})`.execute(db)
  if (wanted === null) return freeSlug(db, id, slugOf(title))
  await checkSlug({ db }, id, wanted)
  return wanted
}

async function freeSlug(db: Db, articleId: string, base: string) {
  if (!base) return articleId
  const numbered = Array.from({ length: MOST_NUMBERED - 1 }, (_, index) => `${base}-${index + 2}`)
  const candidates = [...(reserved.has(base) ? [] : [base]), ...numbered]
  const others = await taken(db, articleId, candidates)
  return candidates.find((slug) => !others.has(slug)) ?? `${base}-${newId().toLowerCase()}`
}

/** Those that lead to another article, now or from before. An id is an address as well. */
async function taken(db: Db, articleId: string, slugs: string[]): Promise<ReadonlySet<string>> {
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

/** Whether a story was known by this before. An id is an address too, and browsers make ids. */
export async function wasAddress({ db }: Pick<Ctx, 'db'>, id: string) {
  return (await db.selectFrom('oldSlug').select('slug').where('slug', '=', id).executeTakeFirst()) !== undefined
}

/** The address it had goes on leading to it; one that it takes back is no old one any more. Inside a transaction. */
export async function leaveSlug({ db, now }: Ctx, { id, from, to }: { id: string; from: string; to: string }) {
  await db.deleteFrom('oldSlug').where('slug', '=', to).where('articleId', '=', id).execute()
  await db
    .insertInto('oldSlug')
    .values({ slug: from, articleId: id, since: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
