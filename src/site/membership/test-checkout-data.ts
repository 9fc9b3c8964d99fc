import type { DataArgs } from '#site/page.ts'

export async function testCheckoutData({ api, query }: DataArgs) {
  const session = query['session']
  if (!session) return null
  return { session, checkout: await api('GET /api/membership/test/{session}', { params: { session } }) }
}
