import { sql } from 'kysely'
import type { Engagement } from '#contract/discovery.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { heatOf, together, weights } from './heat.ts'

const AT_ONCE = 5000

type Happened = { articleId: string; authorId: string; kind: Engagement; at: Date }
type Gain = { heat: number; reads: number }

/** Counts what happened since the last round into the ranks of stories and creators. False when there was nothing left. */
export async function countEngagement(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const happened = await takeHappened(tx)
    if (happened.length === 0) return false
    await addToStories(
      tx,
      gains(happened, ({ articleId }) => articleId),
    )
    const others = await coAuthorsOf(tx, happened)
    await addToCreators(
      tx,
      gains(
        happened.flatMap((one) => [one.authorId, ...(others.get(one.articleId) ?? [])].map((id) => ({ ...one, id }))),
        ({ id }) => id,
      ),
    )
    tx.invalidate('trending')
    return happened.length === AT_ONCE
  })
}

/** Whoever takes a row counts it: it is gone with the count's own transaction, or comes back with it. */
async function takeHappened({ db }: Ctx): Promise<Happened[]> {
  return db
    .deleteFrom('engagement')
    .using('article')
    .whereRef('article.id', '=', 'engagement.articleId')
    .where('engagement.id', 'in', (eb) =>
      eb.selectFrom('engagement').select('id').orderBy('id').limit(AT_ONCE).forUpdate().skipLocked(),
    )
    .returning(['engagement.articleId', 'article.authorId', 'engagement.kind', 'engagement.at'])
    .execute()
}

/** Who else stands on the byline of each story: what happens to it happens to them. */
async function coAuthorsOf({ db }: Ctx, happened: Happened[]) {
  const ids = [...new Set(happened.map(({ articleId }) => articleId))]
  const rows = await db
    .selectFrom('articleCoAuthor')
    .select(['articleId', 'personId'])
    .where('articleId', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const all = new Map<string, string[]>()
  for (const { articleId, personId } of rows) all.set(articleId, [...(all.get(articleId) ?? []), personId])
  return all
}

function gains<One extends Happened>(happened: One[], keyOf: (one: One) => string) {
  const all = new Map<string, Gain>()
  for (const one of happened) {
    const before = all.get(keyOf(one))
    all.set(keyOf(one), {
      heat: together(before?.heat ?? null, heatOf(weights[one.kind], one.at)),
      reads: (before?.reads ?? 0) + (one.kind === 'read' ? 1 : 0),
    })
  }
  return [...all]
}

// Two heats together, as heat.ts has it, for rows that others may be changing. What is so much less adds nothing, and
// PostgreSQL would complain of numbers that small.
const warmer = sql<number>`greatest(rank.heat, gain.heat)
  + ln(1 + power(2::float8, -least(abs(rank.heat - gain.heat), 60))) / ln(2::float8)`

function idsOf(all: [string, Gain][]) {
  return all.map(([id]) => id)
}

function unnested(all: [string, Gain][]) {
  return sql<{ id: string; heat: number; reads: number }>`
    unnest(${idsOf(all)}::text[], ${all.map(([, { heat }]) => heat)}::float8[],
           ${all.map(([, { reads }]) => reads)}::int[])`
}

async function addToStories({ db }: Ctx, all: [string, Gain][]) {
  await sql`update story_rank as rank set heat = ${warmer}, reads = rank.reads + gain.reads
            from ${unnested(all)} as gain(id, heat, reads)
            where rank.article_id = gain.id and rank.article_id = any(${idsOf(all)})`.execute(db)
}

async function addToCreators({ db }: Ctx, all: [string, Gain][]) {
  await sql`update creator_rank as rank set heat = ${warmer}, reads = rank.reads + gain.reads
            from ${unnested(all)} as gain(id, heat, reads)
            where rank.person_id = gain.id and rank.person_id = any(${idsOf(all)})`.execute(db)
}
