import { systemEndpoints } from '#contract/operations/operations.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function systemData({ api, query }: DataArgs) {
  const status = await api('GET /api/admin/system')
  if (query['show'] !== 'log') return { show: 'status' as const, status, query }
  const asked = listQuery(systemEndpoints['GET /api/admin/system/log'].query, query)
  // A process that has ended is left out of an old address.
  const { process: chosen, ...filter } = asked
  const alive = status.processes.some(({ id }) => id === chosen)
  const log = await api('GET /api/admin/system/log', { query: { ...filter, ...(alive && { process: chosen }) } })
  return { show: 'log' as const, status, log, query }
}
