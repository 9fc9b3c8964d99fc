import { load, residentMb, round, startSite } from './lib.mjs'

export const title = 'Pages rendered for every request (page cache off), one process and its database on one core'

const stories = [
  'the-hedge-is-a-clock',
  'latch',
  'the-index-nobody-used',
  'clocks-that-disagree',
  'keep-one-back',
  'sugar-in-the-onions',
  'what-the-oven-wants',
  'zawiyat-munib',
]
const single = { 'the home page': '/', 'the latest stories': '/latest', 'a profile': '/user/maren-holt' }

export async function measure({ build }) {
  const site = await startSite(build, { PAGE_CACHE_MB: 0 })
  const results = {}
  // Eight different pages, because concurrent requests for one page share a render.
  const many = (prefix) =>
    load(stories.map((slug) => `${site.url}${prefix}${slug}`).join(' '), { connections: stories.length })
  const pages = await many('/story/')
  results['stories, eight different ones at once'] =
    `${round(pages.perSecond)} a second (p50 ${pages.p50} ms, p99 ${pages.p99} ms)`
  const data = await many('/api/stories/')
  results['for comparison, the same from the API'] = `${round(data.perSecond)} a second`
  for (const [what, path] of Object.entries(single)) {
    const { perSecond, p50, p99 } = await load(site.url + path, { connections: 1 })
    results[`${what}, sequentially`] = `${round(perSecond)} per second (p50 ${p50} ms, p99 ${p99} ms)`
  }
  results['memory after that'] = `${residentMb(site.pid)} MB`
  await site.stop()
  return results
}
