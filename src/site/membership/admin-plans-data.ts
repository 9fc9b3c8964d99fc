import type { DataArgs } from '#site/page.ts'

/** The list, or with `edit` one plan. */
export async function plansData({ api, query: { edit } }: DataArgs) {
  const [plans, { provider }] = await Promise.all([
    api('GET /api/admin/membership/plans'),
    api('GET /api/admin/membership/provider'),
  ])
  if (edit === 'new') return { kind: 'new' as const, provider }
  const plan = plans.find(({ id }) => id === edit)
  return plan ? { kind: 'edit' as const, plan, provider } : { kind: 'list' as const, plans, provider }
}
