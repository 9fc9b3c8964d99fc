import type { Viewer } from '#contract/viewer.ts'
import type { DataArgs } from '#site/page.ts'

export async function libraryData({ api, query, viewer }: DataArgs) {
  const { before } = query
  const q = query['q']?.trim().slice(0, 200) ?? ''
  const kind = kindOf(query['kind'])
  const everybody = query['of'] === 'everybody' && mayLookAtAll(viewer)
  const page = await api('GET /api/media', {
    query: { before, q: q || undefined, kind: kind ?? undefined, of: everybody ? 'everybody' : 'me', limit: 24 },
  })
  return { ...page, first: before === undefined, q, kind, everybody, mayLookAtAll: mayLookAtAll(viewer) }
}

/** Query parameters are untrusted. */
function kindOf(text: string | undefined) {
  return text === 'picture' || text === 'file' ? text : null
}

function mayLookAtAll(viewer: Viewer | null) {
  return viewer?.role === 'editor' || viewer?.role === 'admin'
}
