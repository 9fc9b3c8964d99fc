import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, load, round, runOnLoadCore, startProgram, startSite } from './lib.mjs'
import { addMembers, createLiking, publishStory, startActivity } from './members.mjs'
import { soak } from './pages-soak.mjs'

export const title =
  'Pages for visitors and signed-in readers: cached, while others like and publish, and with the page cache off'

const TURNS = Number(process.env.BENCH_TURNS ?? 3)
const SOAK_MINUTES = Number(process.env.BENCH_SOAK_MINUTES ?? 0)
const MEMBERS = 200
const WARM_UP_SECONDS = 15
const TURN_SECONDS = 3
const LIKES_PER_SECOND = 20
const PUBLISHES_PER_SECOND = 2
const BROWSER = 'gzip, deflate, br'
const slugs = readdirSync('demo/stories').map((name) => name.replace(/\.md$/, ''))
const STORY = `/story/${slugs[0]}`

export async function measure({ build }) {
  const results = {}
  runOnLoadCore()
  const site = await startSite(build)
  try {
    const members = await addMembers(site, MEMBERS)
    Object.assign(results, await measureCached(site, members))
    Object.assign(results, await measureDisturbed(site, members))
  } finally {
    await site.stop()
  }
  Object.assign(results, await measureUncached(build))
  if (refused > 0) results['responses other than 200'] = round(refused)
  if (SOAK_MINUTES > 0) Object.assign(results, await soak(build, SOAK_MINUTES))
  return results
}

/** Cached pages beside a bare Node server with the same bytes. */
async function measureCached(site, members) {
  const story = site.url + STORY
  const targets = []
  const stops = []
  for (const encoding of ['gzip', BROWSER]) {
    const headers = { 'accept-encoding': encoding }
    const bare = await startBare(site, story, headers)
    stops.push(bare.stop)
    const member = { ...headers, cookie: members.cookies[0] }
    targets.push({ name: `${encoding}: bare Node`, url: bare.url, headers })
    targets.push({ name: `${encoding}: story, visitor`, url: story, headers, of: `${encoding}: bare Node` })
    targets.push({ name: `${encoding}: story, member`, url: story, headers: member, of: `${encoding}: story, visitor` })
  }
  const everyone = members.cookies.map((cookie) => ({ 'accept-encoding': BROWSER, cookie }))
  targets.push({
    name: `story, ${MEMBERS} members in turn`,
    url: story,
    headers: everyone,
    of: `${BROWSER}: story, visitor`,
  })
  targets.push({ name: 'home, visitor', url: `${site.url}/`, headers: { 'accept-encoding': BROWSER } })
  targets.push({ name: 'home, member', url: `${site.url}/`, headers: everyone[0], of: 'home, visitor' })
  const rates = await alternate(targets)
  for (const stop of stops) await stop()
  return Object.fromEntries(
    targets.map(({ name, of }) => [
      name,
      of ? `${perSecond(rates[name])}, ${share(rates[name], rates[of])} of ${of}` : perSecond(rates[name]),
    ]),
  )
}

/** The same pages undisturbed, and with likes and publishes going on, in turns of a few seconds. */
async function measureDisturbed(site, members) {
  const like = createLiking(site, members, slugs)
  const actions = [
    { name: 'likes', perSecond: LIKES_PER_SECOND, act: like },
    { name: 'publishes', perSecond: PUBLISHES_PER_SECOND, act: () => publishStory(site, members) },
  ]
  const visitor = { 'accept-encoding': BROWSER }
  const member = { ...visitor, cookie: members.cookies[1] }
  const pages = {
    'home, visitor': { url: `${site.url}/`, headers: visitor },
    'story, visitor': { url: site.url + STORY, headers: visitor },
    'home, member': { url: `${site.url}/`, headers: member },
    'story, member': { url: site.url + STORY, headers: member },
  }
  const done = { likes: 0, publishes: 0, refused: 0 }
  const act = async (seconds) => {
    const activity = startActivity(actions)
    await sleep(seconds * 1000)
    for (const [what, count] of Object.entries(await activity.stop())) done[what] += count
  }
  // The first writes of a process take several times as long.
  await act(WARM_UP_SECONDS)
  const results = {}
  for (const [name, { url, headers }] of Object.entries(pages)) {
    const { quiet, busy } = await ratesInTurns(url, headers, act)
    results[`${name}, ${LIKES_PER_SECOND} likes and ${PUBLISHES_PER_SECOND} publishes/s`] =
      `${perSecond(busy)}, ${share(busy, quiet)} of ${perSecond(quiet)} undisturbed`
  }
  results['likes and publishes done, and refused'] =
    `${round(done.likes)} and ${round(done.publishes)}, ${round(done.refused)}`
  return results
}

/** Under constant load: the median rates with and without `act`, which is called every other turn. */
async function ratesInTurns(url, headers, act) {
  const turns = TURNS * 4
  const loading = load(url, { headers, allowFailed: true, seconds: turns * 2 * (TURN_SECONDS + 1) })
  const spans = { quiet: [], busy: [] }
  const record = async (kind, work) => {
    const from = Date.now()
    await work
    spans[kind].push({ from, to: Date.now() })
    // Jobs of the last writes end in the meantime.
    await sleep(1000)
  }
  await sleep(2000)
  for (let turn = 0; turn < turns; turn++) {
    await record('quiet', sleep(TURN_SECONDS * 1000))
    await record('busy', act(TURN_SECONDS))
  }
  const { slots, slotMs, failed } = await loading
  refused += failed
  const rateIn = (kind) => median(spans[kind].map(({ from, to }) => rateBetween(slots, slotMs, from, to)))
  return { quiet: rateIn('quiet'), busy: rateIn('busy') }
}

/** Responses per second in the whole slots between two times. */
function rateBetween(slots, slotMs, from, to) {
  const counts = []
  for (let at = Math.ceil(from / slotMs) * slotMs; at + slotMs <= to; at += slotMs) counts.push(slots[at] ?? 0)
  return counts.reduce((sum, count) => sum + count, 0) / ((counts.length * slotMs) / 1000)
}

/** Every page is rendered. */
async function measureUncached(build) {
  const site = await startSite(build, { PAGE_CACHE_MB: 0 })
  try {
    const members = await addMembers(site, 1)
    const url = slugs.map((slug) => `${site.url}/story/${slug}`).join(' ')
    const visitor = { 'accept-encoding': BROWSER }
    const rates = await alternate([
      { name: 'visitor', url, headers: visitor },
      { name: 'member', url, headers: { ...visitor, cookie: members.cookies[0] } },
    ])
    return {
      [`cache off, ${slugs.length} stories, visitor`]: perSecond(rates.visitor),
      [`cache off, ${slugs.length} stories, member`]: `${perSecond(rates.member)}, ${share(rates.member, rates.visitor)} of the visitor`,
    }
  } finally {
    await site.stop()
  }
}

/** The median rate of each target. They take turns, so that all run under the same conditions. */
async function alternate(targets) {
  const rates = Object.fromEntries(targets.map(({ name }) => [name, []]))
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { name, url, headers } of targets) rates[name].push(await rateOf(url, headers))
  }
  return Object.fromEntries(Object.entries(rates).map(([name, list]) => [name, median(list)]))
}

/** Responses other than 200, which an overloaded machine may cause. They do not count. */
let refused = 0

async function rateOf(url, headers) {
  const { perSecond: rate, failed } = await load(url, { headers, allowFailed: true })
  refused += failed
  return rate
}

async function startBare(site, url, headers) {
  // The first response may not be from the cache.
  await responseOf(url, headers)
  const { body, encoding } = await responseOf(url, headers)
  const file = join(site.dataDir, `bytes-${encoding}`)
  await writeFile(file, body)
  const port = await freePort()
  const fixed = ['content-type=text/html; charset=utf-8', `content-encoding=${encoding}`]
  const program = await startProgram(['bench/bare-server.mjs', port, file, ...fixed], { sign: 'ready' })
  return { url: `http://127.0.0.1:${port}/`, stop: program.stop }
}

/** The compressed response. */
function responseOf(url, headers) {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const pieces = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('end', () => resolve({ body: Buffer.concat(pieces), encoding: response.headers['content-encoding'] }))
    })
      .on('error', reject)
      .end()
  })
}

const perSecond = (rate) => `${round(rate)} requests/s`
const share = (rate, reference) => `${round((rate / reference) * 100)} %`

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
