import type { DataArgs } from '#site/page.ts'

export async function storyData({ api, params }: DataArgs) {
  const ref = params['article'] ?? ''
  const [story, responses] = await Promise.all([
    api('GET /api/stories/{ref}', { params: { ref } }),
    api('GET /api/stories/{ref}/responses', { params: { ref } }),
  ])
  return { story, responses }
}
