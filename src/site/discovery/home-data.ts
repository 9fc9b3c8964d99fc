import type { RecommendedStory } from '#contract/discovery.ts'
import type { DataArgs } from '#site/page.ts'

const LIMITS = { trending: 5, creators: 4 }

export async function homeData(args: DataArgs) {
  return args.viewer ? readerHome(args) : { kind: 'visitor' as const, ...(await args.api('GET /api/home')) }
}

/** `id` is the story's id, as lists require. */
export type RecommendedItem = RecommendedStory & { id: string }
export type ReaderHomeData = Awaited<ReturnType<typeof readerHome>>
/** Only loaded with the first page of the list. */
export type HomeSidebar = Awaited<ReturnType<typeof loadSidebar>>

async function readerHome({ api, query }: DataArgs) {
  const before = query['before']
  const [list, sidebar] = await Promise.all([
    query['tab'] === 'following' ? following(api, before) : forYou(api, before),
    before === undefined ? loadSidebar(api) : null,
  ])
  return { kind: 'reader' as const, ...list, sidebar }
}

async function loadSidebar(api: DataArgs['api']) {
  const [readings, trending, creators, topics, weights] = await Promise.all([
    api('GET /api/readings'),
    api('GET /api/trending', { query: { limit: LIMITS.trending } }),
    api('GET /api/creators', { query: { sort: 'rising', limit: LIMITS.creators } }),
    api('GET /api/topics'),
    api('GET /api/for-you/weights'),
  ])
  return { readings, trending, creators: creators.items, topics, weights }
}

async function forYou(api: DataArgs['api'], before: string | undefined) {
  const { items, next } = await api('GET /api/for-you', { query: { before } })
  const recommended = items.map((item): RecommendedItem => ({ id: item.story.id, ...item }))
  return { tab: 'for-you' as const, page: { items: recommended, next } }
}

async function following(api: DataArgs['api'], before: string | undefined) {
  const page = await api('GET /api/following', { query: { before } })
  return { tab: 'following' as const, page }
}
