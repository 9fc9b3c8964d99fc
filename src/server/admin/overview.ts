import type { Overview } from '#contract/admin/admin.ts'
import type { SetupStep } from '#contract/admin/setup-steps.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { presentActor } from '#server/articles/actor.ts'
import { recordAudit } from '#server/audit/record.ts'
import { getOperationsHealth } from '#server/operations/health.ts'
import { searchPeople } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { updateSetting } from '#server/settings/site.ts'
import { articlesByTitle, attentionCounts, recentMoves, setupState } from './queries.ts'

const ACTIVITY = 10
const FOUND = 6

export async function getOverview(ctx: Ctx<Viewer>, mailIsConfigured: boolean): Promise<Overview> {
  const isAdmin = hasRole(ctx.viewer, 'admin')
  const [counts, moves, setup, health] = await Promise.all([
    attentionCounts(ctx.db),
    recentMoves(ctx.db, ACTIVITY),
    isAdmin ? setupState(ctx.db, ctx.viewer.id) : undefined,
    isAdmin ? getOperationsHealth(ctx) : null,
  ])
  return {
    ...counts,
    redemptions: isAdmin ? counts.redemptions : 0,
    operations: health,
    activity: moves.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      move: row.move,
      by: presentActor(row),
      article: { id: row.articleId, title: row.title },
    })),
    setup: setup && !setup.dismissed ? { done: finishedSteps({ ...setup, mail: mailIsConfigured }) } : null,
  }
}

function finishedSteps(state: {
  named: boolean
  logo: boolean
  category: boolean
  mail: boolean
  backup: boolean
  editor: boolean
}): SetupStep[] {
  const steps: [SetupStep, boolean][] = [
    ['name', state.named],
    ['logo', state.logo],
    ['category', state.category],
    ['mail', state.mail],
    ['backup', state.backup],
    ['editor', state.editor],
  ]
  return steps.filter(([, done]) => done).map(([step]) => step)
}

export async function dismissSetup(ctx: Ctx<Viewer>) {
  await inTransaction(ctx, async (tx) => {
    await updateSetting(tx, 'setup.dismissed', true)
    await recordAudit(tx, { action: 'setup.dismissed' })
  })
  return {}
}

/** For the command palette. */
export async function findAnything(ctx: Ctx, q: string) {
  const [people, articles] = await Promise.all([searchPeople(ctx, q), articlesByTitle(ctx.db, q, FOUND)])
  return { people: people.slice(0, FOUND), articles: [...articles] }
}
