import type { DataArgs } from '#site/page.ts'

/** Asks the payment provider. A checkout of another person, or one that does not exist, is a page that does not exist. */
export async function successData({ api, query }: DataArgs) {
  const id = query['checkout']
  if (!id) {
    // Refused when membership is switched off.
    await api('GET /api/membership')
    return null
  }
  return { id, result: await api('GET /api/membership/checkout/{id}', { params: { id } }) }
}
