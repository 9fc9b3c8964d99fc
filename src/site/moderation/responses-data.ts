import { TargetId, moderationEndpoints } from '#contract/moderation/moderation.ts'
import { type CaseView, caseViews } from '#contract/moderation/names.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export type ScreenView = CaseView | 'all' | 'rules'

const CASES = 25

/** One screen with several views. `case` opens a case in any of them. */
export async function responsesData({ api, query }: DataArgs) {
  const view: ScreenView =
    query['view'] === 'all' || query['view'] === 'rules' ? query['view'] : caseViewOf(query['view'])
  const target = TargetId.safeParse(query['case']).data
  const [counts, detail, content] = await Promise.all([
    api('GET /api/admin/moderation/counts'),
    target ? api('GET /api/admin/moderation/cases/{target}', { params: { target } }) : null,
    contentOf(view, { api, query }),
  ])
  // The open case is not part of the list: its links must not keep it.
  const { case: _open, ...asked } = query
  return { view, counts, detail, query: asked, ...content }
}

function caseViewOf(given: string | undefined): CaseView {
  return caseViews.find((one) => one === given) ?? 'open'
}

async function contentOf(view: ScreenView, { api, query }: Pick<DataArgs, 'api' | 'query'>) {
  if (view === 'rules') return { kind: 'rules' as const, rules: await api('GET /api/admin/moderation/rules') }
  if (view === 'all') {
    const asked = listQuery(moderationEndpoints['GET /api/admin/responses'].query, query)
    return { kind: 'responses' as const, page: await api('GET /api/admin/responses', { query: asked }) }
  }
  const asked = { ...listQuery(moderationEndpoints['GET /api/admin/moderation'].query, query), limit: CASES }
  return { kind: 'cases' as const, view, page: await api('GET /api/admin/moderation', { query: asked }) }
}
