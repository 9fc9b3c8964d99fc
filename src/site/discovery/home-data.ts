import type { ChosenStory } from '#contract/discovery.ts'
import type { DataArgs } from '#site/page.ts'

const BESIDE = { trending: 5, creators: 4 }

/** A visitor sees the front page of the site; whoever is signed in sees their own. */
export async function homeData(args: DataArgs) {
  return args.viewer ? readerHome(args) : { kind: 'visitor' as const, ...(await args.api('GET /api/home')) }
}

/** A story that was chosen, with an id of its own for lists. */
export type ChosenItem = ChosenStory & { id: string }
export type ReaderHomeData = Awaited<ReturnType<typeof readerHome>>
/** What stands around the list where it begins. Its later pages are asked for by themselves, and bring nothing else. */
export type AroundList = Awaited<ReturnType<typeof aroundList>>

async function readerHome({ api, query }: DataArgs) {
  const before = query['before']
  const [list, around] = await Promise.all([
    query['tab'] === 'following' ? following(api, before) : forYou(api, before),
    before === undefined ? aroundList(api) : null,
  ])
  return { kind: 'reader' as const, ...list, around }
}

async function aroundList(api: DataArgs['api']) {
  const [readings, trending, creators, topics, weights] = await Promise.all([
    api('GET /api/readings'),
    api('GET /api/trending', { query: { limit: BESIDE.trending } }),
    api('GET /api/creators', { query: { sort: 'rising', limit: BESIDE.creators } }),
    api('GET /api/topics'),
    api('GET /api/for-you/weights'),
  ])
  return { readings, trending, creators: creators.items, topics, weights }
}

async function forYou(api: DataArgs['api'], before: string | undefined) {
  const { items, next } = await api('GET /api/for-you', { query: { before } })
  const chosen = items.map((item): ChosenItem => ({ id: item.story.id, ...item }))
  return { tab: 'for-you' as const, page: { items: chosen, next } }
}

async function following(api: DataArgs['api'], before: string | undefined) {
  const page = await api('GET /api/following', { query: { before } })
  return { tab: 'following' as const, page }
}
