import { sql } from 'kysely'
import type { ChecklistItem, SubmittedVersion } from '#contract/articles/submissions.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireArticle } from '#server/articles/access.ts'
import { actorColumns, presentActor } from '#server/articles/actor.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSetting } from '#server/settings/owner-settings.ts'

/** Stores the submission with its revision. Inside the transaction of the submission. */
export async function recordSubmission({ db, now }: Ctx, { articleId, by, revisionId }: NewSubmission) {
  await db
    .insertInto('reviewSubmission')
    .columns(['id', 'articleId', 'revisionId', 'byId', 'fields', 'at'])
    .expression(
      db
        .selectFrom('draft')
        .leftJoin('category', 'category.id', 'draft.categoryId')
        .select([
          sql<string>`${newId()}`.as('id'),
          'draft.articleId',
          sql<string>`${revisionId}`.as('revisionId'),
          sql<string | null>`${by}::text`.as('byId'),
          submittedFields.as('fields'),
          // Strictly increasing per article, so that two submissions at the same time keep their order.
          sql<Date>`greatest(${now()}::timestamptz, (select max(at) + interval '1 millisecond' from review_submission
            where article_id = ${articleId}))`.as('at'),
        ])
        .where('draft.articleId', '=', articleId),
    )
    .execute()
}
type NewSubmission = { articleId: string; by: string | null; revisionId: string }

/** As `SubmittedFields`. Built in the database, so that a story is not transferred when it is submitted. */
const submittedFields = sql<string>`jsonb_build_object(
  'cover', case when jsonb_typeof(draft.cover) = 'object' then draft.cover - 'picture' end,
  'category', category.slug, 'tags', draft.tags, 'excerpt', draft.excerpt, 'slug', draft.slug,
  'canonical', draft.canonical_url, 'seoTitle', draft.seo_title, 'seoDescription', draft.seo_description,
  'access', draft.access, 'language', draft.language, 'takesResponses', draft.takes_responses)`

type PublishedFields = { slug: string; tags: string[] }

/**
 * Publication generates a slug that was left blank, and uses the site's spelling of tags. The next submission has both,
 * but they are not changes of the author. Inside the transaction of the publication, before it changes the draft.
 */
export async function updateSubmittedFields({ db }: Ctx, articleId: string, { slug, tags }: PublishedFields) {
  await sql`update review_submission set fields = fields
      || case when draft.slug is null and fields->'slug' = 'null' then jsonb_build_object('slug', ${slug}::text) else '{}' end
      || case when to_jsonb(draft.tags) = fields->'tags' then jsonb_build_object('tags', ${tags}::text[]) else '{}' end
    from draft
    where draft.article_id = ${articleId} and review_submission.id = (select id from review_submission
      where article_id = ${articleId} order by at desc, id desc limit 1)`.execute(db)
}

/** The latest submissions, newest first. */
function latestSubmissions(db: Db, articleId: string, limit: number) {
  return db
    .selectFrom('reviewSubmission')
    .leftJoin('person as actor', 'actor.id', 'reviewSubmission.byId')
    .leftJoin('revision', 'revision.id', 'reviewSubmission.revisionId')
    .select(['reviewSubmission.id', 'reviewSubmission.at', 'reviewSubmission.revisionId', ...actorColumns])
    .select('revision.version')
    .where('reviewSubmission.articleId', '=', articleId)
    .orderBy('reviewSubmission.at', 'desc')
    .orderBy('reviewSubmission.id', 'desc')
    .limit(limit)
    .execute()
}
type SubmissionRow = Awaited<ReturnType<typeof latestSubmissions>>[number]

/** The submission that waits for review, and the one to compare the working copy with. */
export async function findSubmissions(db: Db, articleId: string) {
  const [draft, [latest, before]] = await Promise.all([
    db
      .selectFrom('draft')
      .select(['version', 'reviewSince', 'reviewerId'])
      .where('articleId', '=', articleId)
      .executeTakeFirst(),
    latestSubmissions(db, articleId, 2),
  ])
  const current = draft && draft.reviewSince !== null ? (latest ?? null) : null
  return { draft, current, base: draft ? baseOf(draft.version, current, latest, before) : null }
}

type Base = { kind: 'previous' | 'current'; submission: SubmissionRow }

function baseOf(
  version: number,
  current: SubmissionRow | null,
  latest: SubmissionRow | undefined,
  before: SubmissionRow | undefined,
): Base | null {
  const previous = current ? before : latest
  if (previous?.revisionId) return { kind: 'previous', submission: previous }
  // Without an earlier one, what was edited since the story was submitted.
  if (current?.revisionId && current.version !== version) return { kind: 'current', submission: current }
  return null
}

export async function getSubmittedVersion(ctx: Ctx<Viewer>, articleId: string): Promise<SubmittedVersion> {
  await requireArticle(ctx, articleId)
  const { base } = await findSubmissions(ctx.db, articleId)
  if (!base) throw new Refusal('not-found')
  const row = await ctx.db
    .selectFrom('reviewSubmission')
    .innerJoin('revision', 'revision.id', 'reviewSubmission.revisionId')
    .select(['revision.title', 'revision.subtitle', 'revision.body', 'reviewSubmission.fields'])
    .where('reviewSubmission.id', '=', base.submission.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not-found')
  const { title, subtitle, body, fields } = row
  return { by: presentActor(base.submission), at: base.submission.at.toISOString(), title, subtitle, body, fields }
}

/** The items of the setting, with who ticked them for this submission. */
export async function getChecklist(ctx: Pick<Ctx, 'db'>, submissionId: string): Promise<ChecklistItem[]> {
  const [items, ticks] = await Promise.all([
    getSetting(ctx, 'review.checklist'),
    ctx.db
      .selectFrom('reviewCheck')
      .leftJoin('person as actor', 'actor.id', 'reviewCheck.byId')
      .select(['reviewCheck.item', 'reviewCheck.at', ...actorColumns])
      .where('reviewCheck.submissionId', '=', submissionId)
      .execute(),
  ])
  return [...new Set(items)].map((text) => {
    const tick = ticks.find(({ item }) => item === text)
    return { text, ticked: tick ? { by: presentActor(tick), at: tick.at.toISOString() } : null }
  })
}

type Tick = { submission: string; item: string; ticked: boolean }

/** Only for the submission that waits for review: an earlier one is on record as it was decided. */
export function tickItem(ctx: Ctx<Viewer>, articleId: string, { submission, item, ticked }: Tick) {
  return inTransaction(ctx, async (tx) => {
    await requireArticle(tx, articleId, true)
    const { current } = await findSubmissions(tx.db, articleId)
    if (current?.id !== submission)
      throw new Refusal('wrong-state', {
        message: 'This submission is no longer in review. Reload the page to see the story as it is now.',
      })
    const checklist = await getChecklist(tx, submission)
    const before = checklist.find(({ text }) => text === item)
    if (!before)
      throw new Refusal('wrong-state', { message: 'The checklist has changed. Reload the page to see the new one.' })
    // A second reviewer who ticks the same item changes nothing.
    if ((before.ticked !== null) === ticked) return checklist
    if (ticked)
      await tx.db
        .insertInto('reviewCheck')
        .values({ submissionId: submission, item, byId: tx.viewer.id, at: tx.now() })
        .execute()
    else await tx.db.deleteFrom('reviewCheck').where('submissionId', '=', submission).where('item', '=', item).execute()
    const { title } = await tx.db
      .selectFrom('draft')
      .select('title')
      .where('articleId', '=', articleId)
      .executeTakeFirstOrThrow()
    await recordAudit(tx, {
      action: ticked ? 'article.check-ticked' : 'article.check-cleared',
      target: { kind: 'article', id: articleId, name: title },
      after: { item },
    })
    return getChecklist(tx, submission)
  })
}
