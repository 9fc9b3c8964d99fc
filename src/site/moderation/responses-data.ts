import { type CaseView, caseViews, targetKinds } from '#contract/moderation/names.ts'
import type { DataArgs } from '#site/page.ts'

export type ScreenView = CaseView | 'all' | 'rules'

/** One screen with several views. `case` opens a case in any of them. */
export async function responsesData({ api, query }: DataArgs) {
  const view: ScreenView =
    query['view'] === 'all' || query['view'] === 'rules' ? query['view'] : caseViewOf(query['view'])
  const target = /^(response|story|person):[A-Za-z0-9]{20}$/.test(query['case'] ?? '') ? query['case'] : undefined
  const [counts, detail, content] = await Promise.all([
    api('GET /api/admin/moderation/counts'),
    target ? api('GET /api/admin/moderation/cases/{target}', { params: { target } }) : null,
    contentOf(view, { api, query }),
  ])
  return { view, counts, detail, query: { ...query }, ...content }
}

function caseViewOf(given: string | undefined): CaseView {
  return caseViews.find((one) => one === given) ?? 'open'
}

async function contentOf(view: ScreenView, { api, query }: Pick<DataArgs, 'api' | 'query'>) {
  const { before, q } = query
  if (view === 'rules') return { kind: 'rules' as const, rules: await api('GET /api/admin/moderation/rules') }
  if (view === 'all') {
    const { author, story } = query
    const state = (['shown', 'held', 'hidden', 'deleted', 'shadow'] as const).find((one) => one === query['state'])
    const sort = query['sort'] === 'reports' ? ('-reports' as const) : undefined
    const asked = { before, q: q || undefined, author: author || undefined, story: story || undefined, state, sort }
    return { kind: 'responses' as const, page: await api('GET /api/admin/responses', { query: asked }) }
  }
  const kind = targetKinds.find((one) => one === query['kind'])
  const sort = query['sort'] === 'reports' ? ('-reports' as const) : undefined
  const asked = { view, before, kind, sort, q: q || undefined, limit: 25 }
  return { kind: 'cases' as const, page: await api('GET /api/admin/moderation', { query: asked }) }
}
