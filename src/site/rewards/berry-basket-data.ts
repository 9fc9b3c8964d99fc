import type { Api, DataArgs } from '#site/page.ts'

/** What berries are for a visitor; for a person their basket, or with `show` one of its lists. */
export async function berryBasketData({ api, query, viewer }: DataArgs) {
  if (!viewer) {
    const [about, leaderboard] = await Promise.all([api('GET /api/berries/about'), api('GET /api/berries/leaderboard')])
    return { kind: 'visitor' as const, about, leaderboard }
  }
  const { before, show } = query
  const first = before === undefined
  if (show === 'history') {
    const [basket, { items, next }] = await Promise.all([
      api('GET /api/berries'),
      api('GET /api/berries/ledger', { query: { before } }),
    ])
    const page = { items: items.map((item) => ({ ...item, id: String(item.id) })), next }
    return { kind: 'history' as const, basket, page, first }
  }
  if (show === 'given' || show === 'received') {
    const side: 'given' | 'received' = show
    const [basket, page] = await Promise.all([
      api('GET /api/berries'),
      api('GET /api/berries/gifts', { query: { before, side } }),
    ])
    return { kind: side, basket, page, first }
  }
  return { kind: 'basket' as const, ...(await loadOverview(api)) }
}

async function loadOverview(api: Api) {
  const [basket, about, redemptions, leaderboard] = await Promise.all([
    api('GET /api/berries'),
    api('GET /api/berries/about'),
    api('GET /api/berries/redemptions'),
    api('GET /api/berries/leaderboard'),
  ])
  return { basket, about, redemptions, leaderboard }
}

type Data = Awaited<ReturnType<typeof berryBasketData>>
export type Overview = Extract<Data, { kind: 'basket' }>
export type VisitorView = Extract<Data, { kind: 'visitor' }>
export type HistoryView = Extract<Data, { kind: 'history' }>
export type GiftView = Extract<Data, { kind: 'given' | 'received' }>
export type Leader = Overview['leaderboard'][number]
