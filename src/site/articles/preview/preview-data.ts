import { data } from 'react-router'
import type { DataArgs } from '#site/page.ts'
import { type Audience, type PreviewParts, parseAudience, splitPreview } from './preview-parts.ts'

/** Null when the share link has expired or was revoked. */
export type PreviewPageData = (PreviewParts & { linkKey: string | null; bare: boolean; as: Audience }) | null

export async function previewData({ api, params, query }: DataArgs) {
  const { key, bare, as } = query
  try {
    const preview = await api('GET /api/previews/{ref}', { params: { ref: params['article'] ?? '' }, query: { key } })
    return { ...splitPreview(preview), linkKey: key ?? null, bare: bare !== undefined, as: parseAudience(as) }
  } catch (error) {
    if (key !== undefined && isGone(error)) return data(null, { status: 410 })
    throw error
  }
}

/** Data functions receive a refusal as a route response. */
function isGone(error: unknown) {
  if (typeof error !== 'object' || error === null || !('init' in error)) return false
  const { init } = error
  if (typeof init !== 'object' || init === null || !('status' in init)) return false
  return init.status === 404 || init.status === 410
}
