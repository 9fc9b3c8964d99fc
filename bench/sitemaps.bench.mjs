import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, medianMs, round, startSite } from './lib.mjs'

export const title =
  'Sitemaps with more and more stories, page cache off: the median, and the largest beside the smallest site'

const COUNTS = (process.env.BENCH_STORIES ?? '1000,100000,1000000').split(',').map(Number)
const SAMPLES = { rounds: 60, warmUp: 40 }

export async function measure({ build }) {
  const site = await startSite(build, { PAGE_CACHE_MB: 0 })
  const client = new pg.Client({ connectionString: databaseOf(site) })
  await client.connect()
  const times = { 'the sitemap index': [], 'a full sitemap file': [], 'minutes to divide the new stories': [] }
  try {
    let there = 0
    for (const count of COUNTS) {
      await addStories(client, there, count)
      there = count
      times['minutes to divide the new stories'].push(await minutesUntilDivided(client))
      const number = await middleFile(client)
      times['the sitemap index'].push(await medianMs(() => `${site.url}/sitemap.xml`, SAMPLES))
      times['a full sitemap file'].push(await medianMs(() => `${site.url}/sitemaps/stories-${number}.xml`, SAMPLES))
    }
  } finally {
    await client.end()
    await site.stop()
  }
  return Object.fromEntries(
    Object.entries(times).map(([what, list]) => [
      what,
      list.map((value) => round(value, 2)).join(', ') + suffix(what, list),
    ]),
  )
}

function suffix(what, list) {
  return what.startsWith('minutes') ? '' : ` ms · ${round(list.at(-1) / list[0], 2)} times`
}

/** Stories without text, which sitemaps do not read. */
async function addStories(client, from, to) {
  await client.query(
    `insert into article (id, author_id, slug, state, title, body, html, plain, published_at, created_at, updated_at)
    select 'Y' || lpad(n::text, 19, '0'), (select id from person order by id limit 1), 'listed-' || n, 'published', 'Listed ' || n,
      '{}', '', '', at, at, at
    from generate_series($1::int + 1, $2::int) as n, lateral (select timestamptz '2020-01-01' + n * interval '1 minute' as at) as moment`,
    [from, to],
  )
  await client.query('vacuum analyze article')
}

async function minutesUntilDivided(client) {
  const began = Date.now()
  while ((await client.query('select from sitemap_change limit 1')).rowCount > 0) await sleep(200)
  return (Date.now() - began) / 60_000
}

/** Of the files that are full, the one in the middle. */
async function middleFile(client) {
  const { rows } = await client.query(
    `select number from sitemap_page where stories = (select max(stories) from sitemap_page) order by first_published_at`,
  )
  return rows[Math.floor(rows.length / 2)].number
}
