import type { CaseDetail, ContextResponse, ModerationCase } from '#contract/moderation/moderation.ts'
import { type CaseView, caseViews } from '#contract/moderation/names.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { peopleById, presentCases, presentDecision } from './present.ts'
import {
  type CaseQuery,
  caseById,
  countCases,
  decisionsOf,
  emptyCase,
  hasOtherEditor,
  historyOf,
  latestDecisionOf,
  moderationCases,
  reportsOf,
} from './queries.ts'
import { neighbours } from './response-queries.ts'
import { type Target, parseTarget } from './target.ts'

export async function listCases(ctx: Ctx<Viewer>, asked: CaseQuery): Promise<PageOf<ModerationCase>> {
  const { shown, next } = await moderationCases(ctx.db, asked)
  return { items: await presentCases(ctx, shown), next }
}

export async function countViews({ db }: Ctx): Promise<Record<CaseView, number>> {
  const [open = 0, held = 0, reported = 0, appeals = 0, decided = 0] = await Promise.all(
    caseViews.map((view) => countCases(db, view)),
  )
  return { open, held, reported, appeals, decided }
}

const NEIGHBOURS = 2

/** A target that was never reported or held has no case yet. It shows as an empty one, so that any response can be opened. */
export async function getCase(ctx: Ctx<Viewer>, caseId: string): Promise<CaseDetail> {
  const { db, viewer } = ctx
  const target = parseTarget(caseId)
  const row = (await caseById(db, caseId)) ?? (await orNotFound(emptyCase(db, target)))
  const [[presented], reports, decisions, latest, history, context] = await Promise.all([
    presentCases(ctx, [row]),
    reportsOf(db, target),
    decisionsOf(db, caseId),
    latestDecisionOf(db, caseId),
    historyOf(db, row.personId),
    getContext(ctx, target),
  ])
  const people = await peopleById(
    ctx,
    [...reports, ...decisions].map(({ byId }) => byId),
  )
  const hide = decisions.find(({ action, undoneAt }) => action === 'hide' && undoneAt === null)
  const isOwn = presented?.appeal?.outcome === null && hide?.byId === viewer.id
  return {
    ...(await orNotFound(Promise.resolve(presented))),
    openReports: reports.map(({ id, reason, note, byId, createdAt, resolvedAt }) => ({
      id,
      reason,
      note,
      by: (byId !== null && people.get(byId)) || null,
      at: createdAt.toISOString(),
      open: resolvedAt === null,
    })),
    ...context,
    history,
    decisions: decisions.map((decision) => presentDecision(decision, people, decision.id === latest?.id)),
    ownDecision: isOwn && (await hasOtherEditor(db, viewer.id)),
  }
}

const noContext = { parent: null, before: [], after: [] }

async function getContext(ctx: Ctx, { kind, id }: Target): Promise<Pick<CaseDetail, 'parent' | 'before' | 'after'>> {
  if (kind !== 'response') return noContext
  const columns = ['id', 'articleId', 'parentId', 'authorId', 'text', 'state', 'createdAt'] as const
  const row = await ctx.db.selectFrom('response').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) return noContext
  const [parent, before, after] = await Promise.all([
    row.parentId
      ? ctx.db.selectFrom('response').select(columns).where('id', '=', row.parentId).executeTakeFirst()
      : undefined,
    neighbours(ctx.db, row, 'before', NEIGHBOURS),
    neighbours(ctx.db, row, 'after', NEIGHBOURS),
  ])
  const rows = [...(parent ? [parent] : []), ...before, ...after]
  const people = await peopleById(
    ctx,
    rows.map(({ authorId }) => authorId),
  )
  const present = (one: (typeof before)[number]): ContextResponse[] => {
    const author = people.get(one.authorId)
    if (!author) return []
    return [{ id: one.id, author, text: one.text, state: one.state, at: one.createdAt.toISOString() }]
  }
  return {
    parent: (parent && present(parent)[0]) ?? null,
    before: before.toReversed().flatMap(present),
    after: after.flatMap(present),
  }
}
