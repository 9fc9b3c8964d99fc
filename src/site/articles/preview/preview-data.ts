import { data } from 'react-router'
import type { DataArgs } from '#site/page.ts'
import { type Audience, type PreviewParts, audienceOf, toParts } from './parts.ts'

/** Null when the link that led here has ended. */
export type PreviewPageData = (PreviewParts & { linkKey: string | null; bare: boolean; as: Audience }) | null

export async function previewData({ api, params, query }: DataArgs) {
  const { key, bare, as } = query
  try {
    const preview = await api('GET /api/previews/{ref}', { params: { ref: params['article'] ?? '' }, query: { key } })
    return { ...toParts(preview), linkKey: key ?? null, bare: bare !== undefined, as: audienceOf(as) }
  } catch (error) {
    if (key !== undefined && hasEnded(error)) return data(null, { status: 410 })
    throw error
  }
}

/** A refusal arrives here as the page's own answer. */
function hasEnded(error: unknown) {
  if (typeof error !== 'object' || error === null || !('init' in error)) return false
  const { init } = error
  if (typeof init !== 'object' || init === null || !('status' in init)) return false
  return init.status === 404 || init.status === 410
}
