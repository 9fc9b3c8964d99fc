import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, freePort, round, startSite } from './lib.mjs'
import { addMembers } from './members.mjs'

export const title =
  'Events ingested beside page views, compared with page views alone; events lost when the site is killed'

const EVENTS = Number(process.env.BENCH_EVENTS ?? 5000)
const VIEWS = Number(process.env.BENCH_VIEWS ?? 100)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const TURNS = Number(process.env.BENCH_TURNS ?? 7)
const WARM_UP_SECONDS = 10
const KILLS = 3
const MEMBERS = 50
/** A turn in which the host of a virtual machine took more of its cores is measured again. */
const MAX_STOLEN = 0.01
const MAX_DISTURBED = 30
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
  const [alone, beside, reported] = [[], [], []]
  try {
    const stories = await storiesOf(db)
    const pages = pagesOf(stories, await addMembers(site, MEMBERS))
    const view = async (seconds, senders) => {
      const begin = await Promise.all([startReaders(site.url, { pages, views: VIEWS, seconds }), senders])
      const [views, events] = await Promise.all(begin.map((beginOne) => beginOne?.()))
      if (views.failed > 0) throw new Error(`${views.failed} pages were not shown`)
      return { ...events, p50: views.p50, p99: views.p99 }
    }
    const viewBesideEvents = async (seconds) => {
      const turn = await view(seconds, startSenders(site.url, { seconds, stories }))
      reported.push({ ...turn, seconds })
      await untilCounted(db)
      await db.query('vacuum analyze')
      await db.query('checkpoint')
      return turn
    }
    await viewBesideEvents(WARM_UP_SECONDS)
    let disturbed = 0
    while (beside.length < TURNS) {
      const without = await undisturbed(() => view(SECONDS))
      const withEvents = without && (await undisturbed(() => viewBesideEvents(SECONDS)))
      // Both or neither, so that they are neighbors in time.
      if (withEvents) {
        alone.push(without)
        beside.push(withEvents)
      } else if (++disturbed > MAX_DISTURBED) throw new Error('The host takes the cores away too often.')
    }
    const p99 = (turns) => median(turns.map((turn) => turn.p99))
    const sum = (name) => reported.reduce((total, turn) => total + turn[name], 0)
    const { rows } = await db.query('select count(*)::int as count from analytics_event')
    return {
      [`${round(EVENTS)} events/s asked, accepted`]: `${round(sum('accepted') / sum('seconds'))}/s, ${round(sum('refused'))} refused`,
      'stored of accepted events': `${round(rows[0].count)} of ${round(sum('accepted'))}`,
      'event request, p50 and p99': `${round(median(beside.map((turn) => turn.eventP50)), 1)} ms, ${round(median(beside.map((turn) => turn.eventP99)), 1)} ms`,
      'turns, and those that the host disturbed': `${beside.length}, ${disturbed} more left out`,
      [`story page alone, ${VIEWS}/s, p50`]: `${round(median(alone.map((turn) => turn.p50)), 2)} ms`,
      [`story page beside events, ${VIEWS}/s, p50`]: `${round(median(beside.map((turn) => turn.p50)), 2)} ms`,
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

/** Each story for visitors and for signed-in readers. */
function pagesOf(stories, { cookies }) {
  const visitor = { 'accept-encoding': 'br' }
  return stories.flatMap(({ slug }, nth) => [
    { path: `/story/${slug}`, headers: visitor },
    { path: `/story/${slug}`, headers: { ...visitor, cookie: cookies[nth % cookies.length] } },
  ])
}

/** Runs a turn. Null if the host of a virtual machine has taken its cores away meanwhile. */
async function undisturbed(turn) {
  const [stolen, began] = [stolenSeconds(), performance.now()]
  const result = await turn()
  const seconds = (performance.now() - began) / 1000
  return stolenSeconds() - stolen <= MAX_STOLEN * seconds * cpus().length ? result : null
}

function stolenSeconds() {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split(/\s+/)[8]) / 100
  } catch {
    return 0
  }
}

/** Views of stories. Time that their process waits for a core is not the server's, so it gets one first where that is allowed. */
function startReaders(url, options) {
  return started({ url, ...options }, constants.priority.PRIORITY_HIGHEST)
}

/** Their devices are not part of the server, so that sending the events must not take its time: they run at the lowest priority. */
function startSenders(url, options) {
  return started({ url, events: EVENTS, ...options }, constants.priority.PRIORITY_LOW)
}

/** Waits until readers are ready. What it returns makes them begin, and resolves with their figures. */
async function started(options, priority) {
  const args = ['-n', String(priority), process.execPath, '--single-threaded-gc', 'bench/readers.mjs']
  const child = spawn('nice', [...args, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  prioritizeSession(child.pid, priority)
  let output = ''
  child.stdout.on('data', (piece) => (output += piece))
  await once(child.stdout, 'data')
  return async () => {
    child.stdin.write('begin')
    await once(child, 'close')
    return JSON.parse(output.replace('ready', ''))
  }
}

/** Linux may share the cores among sessions first, and look at the priorities within one only then. */
function prioritizeSession(pid, priority) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority))
  } catch {
    // There are no such groups, or only an administrator may.
  }
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
