import { join } from 'node:path'
import pg from 'pg'
import { databaseOf, freePort, medianMs, round, startProgram, startSite } from './lib.mjs'
import { fill } from './many-stories.mjs'

export const title =
  'What a visitor asks for most, with more and more stories: the median, and the largest beside the smallest site'

const COUNTS = (process.env.BENCH_STORIES ?? '1000,10000,100000').split(',').map(Number)
const ROUNDS = 60
const WARM_UP = 5
const PAGE = 20

export async function measure({ build }) {
  const site = await startSite(build, { DEMO: 0, PAGE_CACHE_MB: 0 })
  const database = databaseOf(site)
  const times = {}
  try {
    for (const count of COUNTS) {
      await fill(database, count)
      for (const [what, time] of Object.entries(await measureAt({ build, site, database })))
        (times[what] ??= []).push(time)
    }
  } finally {
    await site.stop()
  }
  return Object.fromEntries(
    Object.entries(times).map(([what, list]) => {
      const said = list.map((time) => `${round(time, 2)} ms`).join(', ')
      return [what, `${said} · ${round(list.at(-1) / list[0], 2)} times`]
    }),
  )
}

/** The median of each list, with the current number of stories. */
export async function measureAt({ build, site, database }) {
  const keeping = await startKeeping(build, database)
  const times = {}
  for (const [what, { keeps, path }] of Object.entries(await pathsIn(database))) {
    const { url } = keeps ? keeping : site
    times[what] = await medianMs((nth) => url + path(nth), { rounds: ROUNDS, warmUp: WARM_UP })
  }
  await keeping.stop()
  return times
}

/** A second instance of the site, with the page cache. */
async function startKeeping(build, database) {
  const port = await freePort()
  const env = { NODE_ENV: 'production', PORT: port, DATABASE_URL: database, WEB_PROCESSES: 1, RELAX_LIMITS: 1, DEMO: 0 }
  const program = await startProgram([join(build, 'server', 'main.js')], { sign: 'Bramble is ready', env })
  return { ...program, url: `http://localhost:${port}` }
}

async function pathsIn(database) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const ask = async (text, values) => (await client.query(text, values)).rows
  const latest = `from article where state = 'published' order by published_at desc, id desc`
  const [{ count }] = await ask(`select count(*)::int from article where state = 'published'`)
  const far = Math.min(1000, Math.floor(count / PAGE) - 1)
  const [place] = await ask(`select published_at, id ${latest} offset ${(far - 1) * PAGE - 1} limit 1`)
  const before = Buffer.from(JSON.stringify([place.published_at.toISOString(), place.id])).toString('base64url')
  const slugs = (
    await ask(`select slug from article where state = 'published' order by md5(id) limit ${ROUNDS + WARM_UP}`)
  ).map(({ slug }) => slug)
  const [tag] = await ask(`select slug from tag order by story_count desc limit 1`)
  await client.end()
  const always = (path) => ({ path: () => path })
  return {
    'home': always('/'),
    'latest, page 1': always('/latest'),
    'latest, page 1,000 or the last': always(`/latest?before=${before}`),
    'a category': always('/category/many-nature'),
    'the most used tag': always(`/tag/${tag.slug}`),
    'creators': always('/creators'),
    'stories, page cache off': { path: (nth) => `/story/${slugs[nth]}` },
    'a story, page cache on': { keeps: true, path: () => `/story/${slugs[0]}` },
  }
}
