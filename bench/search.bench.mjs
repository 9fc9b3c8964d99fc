import pg from 'pg'
import { databaseOf, round, startSite } from './lib.mjs'
import { fill, vocabulary } from './many-stories.mjs'

export const title = 'Search over HTTP with a growing number of stories, compared with a query by primary key'

const COUNTS = (process.env.BENCH_STORIES ?? '1000,10000,100000').split(',').map(Number)
const ROUNDS = 40

/** Kinds of queries, each with different words every time. */
function questions(words) {
  const at = (index) => words[index % words.length]
  return {
    'a rare word': (n) => ask(at(20_000 + n * 37)),
    'a common word': (n) => ask(at(1500 + n * 11)),
    'a frequent word': (n) => ask(at(20 + n)),
    'two words': (n) => ask(`${at(30 + n)} ${at(700 + n * 3)}`),
    'a word prefix': (n) => ask(at(4000 + n * 53).slice(0, 4)),
    'a misspelt word': (n) => ask(mistyped(at(9000 + n * 71))),
    'a phrase': (n) => ask(`"${at(60 + n)} ${at(90 + n)}"`),
    'a word in a category': (n) => `${ask(at(100 + n))}&category=many-nature`,
    'a word in a year': (n) => `${ask(at(100 + n))}&year=2024`,
    'suggestions': (n) => `/api/search/suggest?q=${encodeURIComponent(at(3000 + n * 29).slice(0, 3))}`,
  }
}

const ask = (q) => `/api/search?q=${encodeURIComponent(q)}`
const mistyped = (word) => word.slice(0, 2) + (word[3] ?? 'x') + (word[2] ?? 'x') + word.slice(4)

export async function measure({ build }) {
  const site = await startSite(build, { DEMO: 0 })
  const url = databaseOf(site)
  const results = {}
  try {
    for (const count of COUNTS) {
      await fill(url, count)
      for (const [what, value] of Object.entries(await measureAt(site.url, url)))
        results[`${round(count)} stories: ${what}`] = value
    }
  } finally {
    await site.stop()
  }
  return results
}

/** Alternates between the kinds, so that none benefits from a warm cache. */
export async function measureAt(siteUrl, databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const kinds = questions(vocabulary())
  const times = { 'bare query by primary key': [], 'all together': [] }
  for (let count = -5; count < ROUNDS; count++) {
    const kept = (what, took) => count >= 0 && (times[what] ??= []).push(took)
    kept(
      'bare query by primary key',
      await timed(() => client.query('select id from article where id = $1', ['Z0000000000000000500'])),
    )
    for (const [what, path] of Object.entries(kinds)) {
      const took = await timed(async () => {
        const response = await fetch(siteUrl + path(Math.abs(count)))
        if (!response.ok) throw new Error(`${path(count)}: ${response.status}`)
        return response.arrayBuffer()
      })
      kept(what, took)
      kept('all together', took)
    }
  }
  await client.end()
  return Object.fromEntries(
    Object.entries(times).map(([what, list]) => {
      const sorted = list.toSorted((a, b) => a - b)
      const part = (share) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))], 1)
      return [what, `p50 ${part(0.5)} ms, p95 ${part(0.95)} ms`]
    }),
  )
}

async function timed(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}
