import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, freePort, round, startSite } from './lib.mjs'

export const title =
  'Events ingested beside page views, compared with page views alone; events lost when the site is killed'

const EVENTS = Number(process.env.BENCH_EVENTS ?? 5000)
const PAGES = Number(process.env.BENCH_PAGES ?? 100)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const TURNS = Number(process.env.BENCH_TURNS ?? 9)
const WARM_UP_SECONDS = 10
const KILLS = 3
const STORY = '/story/the-hedge-is-a-clock'
const environment = { TRUST_PROXY: 'yes', RELAX_LIMITS: 1, WEB_PROCESSES: 2 }

export async function measure({ build }) {
  return { ...(await besidePages(build)), ...(await killed(build)) }
}

/**
 * Turns with and without events, in alternation, so that both see the same machine. What events leave for the database to
 * do is done before the next turn, so that views alone do not pay for it.
 */
async function besidePages(build) {
  const site = await startSite(build, { ...environment, pin: false })
  const db = await open(databaseOf(site))
  const alone = []
  const beside = []
  try {
    const stories = await storiesOf(db)
    const startViews = (seconds) => startReaders(site.url, { pages: PAGES, seconds })
    const view = async (seconds) => (await startViews(seconds))()
    const viewBesideEvents = async (seconds) => {
      const begin = await Promise.all([startViews(seconds), startSenders(site.url, { seconds, stories })])
      const [pages, events] = await Promise.all(begin.map((beginOne) => beginOne()))
      await untilCounted(db)
      await db.query('vacuum analyze')
      await db.query('checkpoint')
      return { ...events, p50: pages.p50, p99: pages.p99 }
    }
    const warmUp = await viewBesideEvents(WARM_UP_SECONDS)
    for (let turn = 0; turn < TURNS; turn += 1) {
      alone.push(await view(SECONDS))
      beside.push(await viewBesideEvents(SECONDS))
    }
    const p99 = (turns) => median(turns.map((turn) => turn.p99))
    const sent = beside.reduce((sum, { accepted }) => sum + accepted, 0)
    const stored = warmUp.accepted + sent
    const { rows } = await db.query('select count(*)::int as count from analytics_event')
    return {
      [`${round(EVENTS)} events/s asked, accepted`]: `${round(sent / SECONDS / TURNS)}/s, ${round(beside.reduce((sum, turn) => sum + turn.refused, 0))} refused`,
      'stored of accepted events': `${round(rows[0].count)} of ${round(stored)}`,
      'event request, p50 and p99': `${round(median(beside.map((turn) => turn.eventP50)), 1)} ms, ${round(median(beside.map((turn) => turn.eventP99)), 1)} ms`,
      [`story page alone, ${PAGES}/s, p50`]: `${round(median(alone.map((turn) => turn.p50)), 2)} ms`,
      [`story page beside events, ${PAGES}/s, p50`]: `${round(median(beside.map((turn) => turn.p50)), 2)} ms`,
      'story page alone, p99 of each turn': alone.map((turn) => `${round(turn.p99, 2)} ms`).join(', '),
      'story page beside events, p99 of each turn': beside.map((turn) => `${round(turn.p99, 2)} ms`).join(', '),
      'story page p99, ratio of the medians': `${round(p99(beside) / p99(alone), 2)} times`,
    }
  } finally {
    await db.end()
    await site.stop()
  }
}

/** Kills every process of the site and of its database while events arrive, and looks for each acknowledged one. */
async function killed(build) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bramble-bench-'))
  const acknowledged = new Set()
  try {
    for (let nth = 0; nth < KILLS; nth += 1) {
      const site = await startIn(build, dataDir)
      const db = await open(databaseOf({ dataDir }))
      const stories = await storiesOf(db)
      await db.end()
      const send = await startSenders(site.url, { seconds: 6, stories, ids: true })
      const sending = send()
      await sleep(2000 + Math.random() * 3000)
      await site.kill()
      for (const id of (await sending).ids) acknowledged.add(id)
    }
    const site = await startIn(build, dataDir)
    const db = await open(databaseOf({ dataDir }))
    await untilCounted(db)
    const { rows } = await db.query('select id from analytics_event')
    for (const { id } of rows) acknowledged.delete(id)
    const { rows: doubles } = await db.query('select count(*) - count(distinct id) as count from analytics_event')
    await db.end()
    await site.kill()
    return {
      [`acknowledged events lost in ${KILLS} kills`]: `${acknowledged.size} lost, ${doubles[0].count} stored twice, of ${round(rows.length)}`,
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startIn(build, dataDir) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(build, 'server', 'main.js')], {
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)])),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_FILE: join(dataDir, 'log'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  await new Promise((ready, failed) => {
    child.stdout.on('data', (piece) => String(piece).includes('Bramble is ready') && ready())
    child.once('exit', (code) => failed(new Error(`exited with ${code}`)))
  })
  return {
    url: `http://localhost:${port}`,
    async kill() {
      const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(-Number(child.pid), 'SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await once(child, 'exit').catch(() => {})
      await sleep(500)
    },
  }
}

async function open(url) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function storiesOf(db) {
  const { rows } = await db.query(`select id, slug from article where state = 'published' order by id`)
  return rows
}

async function untilCounted(db) {
  for (;;) {
    const { rows } = await db.query('select count(*)::int as count from analytics_batch')
    if (rows[0].count === 0) return
    await sleep(500)
  }
}

/** Views of the story, measured at normal priority. */
async function startReaders(url, options) {
  return started(spawnReaders(url, options))
}

/** Their devices are not part of the server, so that sending the events must not take its time: they run at the lowest priority. */
async function startSenders(url, options) {
  const child = spawnReaders(url, { events: EVENTS, ...options })
  setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return started(child)
}

function spawnReaders(url, options) {
  return spawn(process.execPath, ['bench/readers.mjs', JSON.stringify({ url, story: STORY, ...options })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** Waits until readers are ready. What it returns makes them begin, and resolves with their figures. */
async function started(child) {
  let output = ''
  child.stdout.on('data', (piece) => (output += piece))
  await once(child.stdout, 'data')
  return async () => {
    child.stdin.write('begin')
    await once(child, 'close')
    return JSON.parse(output.replace('ready', ''))
  }
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
