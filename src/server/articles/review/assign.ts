import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { wrongState } from '#server/articles/transitions.ts'
import { requireLockedArticle } from '#server/articles/access.ts'
import { refusalOf } from '#server/platform/refusal-of.ts'
import { recordAudit } from '#server/audit/record.ts'
import { notify } from '#server/notifications/notify.ts'
import { listPersonNames } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'

const MAX_REVIEWERS = 500

/** People that stories can be assigned to, by name. */
export function listReviewers({ db }: Ctx) {
  return activeReviewers(db).orderBy('name').orderBy('id').limit(MAX_REVIEWERS).execute()
}

function activeReviewers(db: Db) {
  return db
    .selectFrom('person')
    .select(['id', 'handle', 'name'])
    .where('role', 'in', ['editor', 'admin'])
    .where('disabledAt', 'is', null)
}

type Assignment = Received<'POST /api/admin/articles/reviewer'>['body']

/** Assigns each story in its own transaction: a refusal does not stop the others. */
export async function assignReviewer(ctx: Ctx<Viewer>, { ids, reviewer, was }: Assignment) {
  const outcomes = []
  for (const id of new Set(ids)) {
    const refused = await refusalOf(inTransaction(ctx, (tx) => assignOne(tx, id, { reviewer, was })))
    outcomes.push({ id, refused })
  }
  return outcomes
}

async function assignOne(tx: Ctx<Viewer>, id: string, { reviewer, was }: Pick<Assignment, 'reviewer' | 'was'>) {
  // Before the article, in the order in which a change of the role locks them.
  if (reviewer !== null) await requireReviewer(tx.db, reviewer)
  const { article } = await requireLockedArticle(tx, id)
  const draft = await tx.db
    .selectFrom('draft')
    .select(['draft.title', 'draft.reviewSince', 'draft.reviewerId'])
    .where('draft.articleId', '=', id)
    .executeTakeFirstOrThrow()
  if (draft.reviewSince === null) throw wrongState(article.state, 'Only stories in review can be assigned.')
  if (draft.reviewerId === reviewer) return
  if (was !== undefined && was !== draft.reviewerId) throw await reviewerConflict(tx, draft.reviewerId)
  await tx.db.updateTable('draft').set({ reviewerId: reviewer }).where('articleId', '=', id).execute()
  await recordAudit(tx, {
    action: reviewer === null ? 'article.reviewer-removed' : 'article.reviewer-assigned',
    target: { kind: 'article', id, name: draft.title },
    before: { reviewer: draft.reviewerId },
    after: { reviewer },
  })
  if (reviewer !== null)
    await notify(tx, {
      kind: 'assignment',
      cause: `assignment:${id}:${newId()}`,
      actorId: tx.viewer.id,
      personId: reviewer,
      articleId: id,
    })
}

/** Locked, so that the role cannot be taken away meanwhile. */
async function requireReviewer(db: Db, id: string) {
  const found = await activeReviewers(db).where('id', '=', id).forShare().executeTakeFirst()
  if (!found)
    throw new Refusal('wrong-state', { message: 'This person can’t review stories anymore. Choose another reviewer.' })
}

async function reviewerConflict(ctx: Ctx, reviewerId: string | null) {
  const [person] = reviewerId === null ? [] : await listPersonNames(ctx, [reviewerId])
  const message = person
    ? `This story was assigned to ${person.name} in the meantime.`
    : 'This story is no longer assigned to anyone.'
  return new Refusal('version-conflict', { reviewer: person ?? null, message: `${message} Check it and try again.` })
}
