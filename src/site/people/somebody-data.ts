import type { DataArgs } from '#site/page.ts'

/** The person an address names; the page is not found when there is nobody. */
export async function somebodyData({ api, params }: DataArgs) {
  return api('GET /api/people/{ref}', { params: { ref: params['userId'] ?? '' } })
}
