import { statusOf } from '#site/errors/status-of.ts'
import type { DataArgs } from '#site/page.ts'

/** Null when the link is too old, or never was one. */
export async function unsubscribeData({ api, params }: DataArgs) {
  const token = params['token'] ?? ''
  try {
    return { token, ...(await api('GET /api/unsubscribe/{token}', { params: { token } })) }
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 400) return null
    throw error
  }
}
