import type { DataArgs } from '#site/page.ts'

export async function profileData({ api, params, query }: DataArgs) {
  const ref = params['userId'] ?? ''
  const [person, page] = await Promise.all([
    api('GET /api/people/{ref}', { params: { ref } }),
    api('GET /api/stories', { query: { author: ref, before: query['before'] } }),
  ])
  return { person, page, first: query['before'] === undefined }
}
