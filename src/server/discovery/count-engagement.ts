import { sql } from 'kysely'
import type { Engagement } from '#contract/discovery.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { popularityScore, combineScores, engagementWeights } from './popularity.ts'

const BATCH_SIZE = 5000

type EngagementRow = { articleId: string; authorId: string; kind: Engagement; at: Date }
type Gain = { heat: number; reads: number }

/** Adds new engagement to the ranks of stories and creators. Returns true if there may be more. */
export async function countEngagement(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const rows = await claimEngagement(tx)
    if (rows.length === 0) return false
    await addToStories(
      tx,
      sumGains(rows, ({ articleId }) => articleId),
    )
    const others = await coAuthorsOf(tx, rows)
    await addToCreators(
      tx,
      sumGains(
        rows.flatMap((one) => [one.authorId, ...(others.get(one.articleId) ?? [])].map((id) => ({ ...one, id }))),
        ({ id }) => id,
      ),
    )
    tx.invalidate('soon:trending', 'soon:creators')
    return rows.length === BATCH_SIZE
  })
}

/** Deletes the rows in the transaction that counts them, so each row is counted exactly once. */
async function claimEngagement({ db }: Ctx): Promise<EngagementRow[]> {
  return db
    .deleteFrom('engagement')
    .using('article')
    .whereRef('article.id', '=', 'engagement.articleId')
    .where('engagement.id', 'in', (eb) =>
      eb.selectFrom('engagement').select('id').orderBy('id').limit(BATCH_SIZE).forUpdate().skipLocked(),
    )
    .returning(['engagement.articleId', 'article.authorId', 'engagement.kind', 'engagement.at'])
    .execute()
}

async function coAuthorsOf({ db }: Ctx, engagement: EngagementRow[]) {
  const ids = [...new Set(engagement.map(({ articleId }) => articleId))]
  const rows = await db
    .selectFrom('articleCoAuthor')
    .select(['articleId', 'personId'])
    .where('articleId', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const all = new Map<string, string[]>()
  for (const { articleId, personId } of rows) all.set(articleId, [...(all.get(articleId) ?? []), personId])
  return all
}

function sumGains<One extends EngagementRow>(rows: One[], keyOf: (one: One) => string) {
  const all = new Map<string, Gain>()
  for (const one of rows) {
    const before = all.get(keyOf(one))
    all.set(keyOf(one), {
      heat: combineScores(before?.heat ?? null, popularityScore(engagementWeights[one.kind], one.at)),
      reads: (before?.reads ?? 0) + (one.kind === 'read' ? 1 : 0),
    })
  }
  return [...all]
}

// `combineScores` in SQL, because other transactions may update the rows. The difference is capped at 60: beyond that
// the smaller score adds nothing, and PostgreSQL would raise an underflow error.
const combinedScore = sql<number>`greatest(rank.heat, gain.heat)
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
  await sql`update story_rank as rank set heat = ${combinedScore}, reads = rank.reads + gain.reads
            from ${unnested(all)} as gain(id, heat, reads)
            where rank.article_id = gain.id and rank.article_id = any(${idsOf(all)})`.execute(db)
}

async function addToCreators({ db }: Ctx, all: [string, Gain][]) {
  await sql`update creator_rank as rank set heat = ${combinedScore}, reads = rank.reads + gain.reads
            from ${unnested(all)} as gain(id, heat, reads)
            where rank.person_id = gain.id and rank.person_id = any(${idsOf(all)})`.execute(db)
}
