import type { Serve } from '#server/platform/api.ts'
import { createAppeal, decideAppeal, getAppeal } from './appeals.ts'
import { countViews, getCase, listCases } from './cases.ts'
import { decideAll } from './decide.ts'
import { listResponses } from './responses.ts'
import { checkPastResponses, getStoredRules, testRules, updateRules } from './rules.ts'
import { deleteBelowStory, hideBelowStory, showBelowStory } from './story-page-actions.ts'
import { reportStory } from './story-reports.ts'
import { undoDecision } from './undo.ts'

export function moderationRoutes(serve: Serve) {
  serve('PUT /api/responses/{id}/hidden', (ctx, { params }) => hideBelowStory(ctx, params.id))
  serve('DELETE /api/responses/{id}/hidden', (ctx, { params }) => showBelowStory(ctx, params.id))
  serve('DELETE /api/responses/{id}', (ctx, { params }) => deleteBelowStory(ctx, params.id))
  serve('POST /api/stories/{ref}/report', (ctx, { params, body }) => reportStory(ctx, params.ref, body))
  serve('GET /api/appeals/{target}', (ctx, { params }) => getAppeal(ctx, params.target))
  serve('POST /api/appeals/{target}', (ctx, { params, body }) => createAppeal(ctx, params.target, body.text))
  serve('GET /api/admin/moderation', (ctx, { query }) => listCases(ctx, query))
  serve('GET /api/admin/moderation/counts', (ctx) => countViews(ctx))
  serve('GET /api/admin/moderation/cases/{target}', (ctx, { params }) => getCase(ctx, params.target))
  serve('POST /api/admin/moderation/decisions', (ctx, { body }) => decideAll(ctx, body))
  serve('POST /api/admin/moderation/decisions/{id}/undo', (ctx, { params }) => undoDecision(ctx, params.id))
  serve('POST /api/admin/appeals/{id}', (ctx, { params, body }) => decideAppeal(ctx, params.id, body))
  serve('GET /api/admin/responses', (ctx, { query }) => listResponses(ctx, query))
  serve('GET /api/admin/moderation/rules', (ctx) => getStoredRules(ctx))
  serve('PUT /api/admin/moderation/rules', (ctx, { body }) => updateRules(ctx, body.rules, body.version))
  serve('POST /api/admin/moderation/rules/test', (_ctx, { body }) => testRules(body.rules, body.text))
  serve('POST /api/admin/moderation/rules/check', (ctx, { body }) => checkPastResponses(ctx, body.rules))
}
