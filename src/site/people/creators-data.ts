import type { DataArgs } from '#site/page.ts'

export async function creatorsData({ api, query }: DataArgs) {
  const page = await api('GET /api/creators', { query: { before: query['before'], limit: 24 } })
  return { ...page, first: query['before'] === undefined }
}
