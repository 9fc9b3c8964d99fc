import { errorStatus } from '#site/errors/error-status.ts'
import type { DataArgs } from '#site/page.ts'

/** Null when the link has expired or is invalid. */
export async function unsubscribeData({ api, params }: DataArgs) {
  const token = params['token'] ?? ''
  try {
    return { token, ...(await api('GET /api/unsubscribe/{token}', { params: { token } })) }
  } catch (error) {
    if (errorStatus(error) === 404 || errorStatus(error) === 400) return null
    throw error
  }
}
