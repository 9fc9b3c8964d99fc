// Readers of a site: page views at a fixed rate, measured from the time at which each was due, and events in batches as the
// worker of the site sends them. Prints figures as JSON.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'

const BATCH = 20
const { url, story, pages = 0, events = 0, seconds, stories = [], ids = false } = JSON.parse(process.argv[2])
const agents = {
  pages: new Agent({ keepAlive: true, maxSockets: 64 }),
  events: new Agent({ keepAlive: true, maxSockets: 64 }),
}
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const sources = ['', '', 'www.google.com', 'bing.com', 'x.com', 'news.ycombinator.com', 'localhost']
const languages = ['en-US,en;q=0.9', 'de-CH,de;q=0.8', 'es', 'fr-FR', 'ja']
const firefox = (version) => `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`

const pageTimes = []
const eventTimes = []
const acknowledged = []
let accepted = 0
let refused = 0
let failed = 0
const running = new Set()

function call(kind, path, options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { agent: agents[kind], ...options }, (response) => {
      const pieces = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(pieces) }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function id() {
  return Array.from(randomBytes(20), (byte) => LETTERS[byte % LETTERS.length]).join('')
}

const any = (list) => list[Math.floor(Math.random() * list.length)]

/** Some readers of some stories: each view has a vital, most have progress, some a finished read. */
function batch() {
  const list = []
  while (list.length < BATCH) {
    const { id: article, slug } = stories[Math.floor(Math.random() ** 3 * stories.length)]
    const common = { at: Date.now(), path: `/story/${slug}`, story: article }
    const referrer = any(sources)
    list.push({ ...common, id: id(), kind: 'view', referrer })
    list.push({ ...common, id: id(), kind: 'vital', name: any(['LCP', 'CLS', 'INP']), value: Math.random() * 3000 })
    if (Math.random() < 0.8)
      list.push({ ...common, id: id(), kind: 'progress', from: 0, to: Math.ceil(Math.random() * 20) })
    if (Math.random() < 0.4) list.push({ ...common, id: id(), kind: 'read', referrer })
  }
  return list.slice(0, BATCH)
}

async function view(due) {
  const { status } = await call('pages', story, {})
  if (status !== 200) failed += 1
  else pageTimes.push(performance.now() - due)
}

function letter() {
  const list = batch()
  const body = JSON.stringify({ sentAt: Date.now(), events: list })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': firefox(100 + Math.floor(Math.random() * 40)),
    'accept-language': any(languages),
    'x-forwarded-for': `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
  }
  return { list, body, headers }
}

async function send() {
  const { list, body, headers } = letters.pop() ?? letter()
  const began = performance.now()
  const answer = await call('events', '/api/analytics', { method: 'POST', headers }, body)
  if (answer.status !== 200) refused += BATCH
  else {
    eventTimes.push(performance.now() - began)
    accepted += JSON.parse(answer.body).accepted
    if (ids) acknowledged.push(...list.map((event) => event.id))
  }
}

/** Starts an action at its rate, also when earlier ones have not ended. */
function atRate(perSecond, act) {
  if (perSecond === 0) return () => {}
  const began = performance.now()
  let done = 0
  const timer = setInterval(() => {
    while (done < ((performance.now() - began) / 1000) * perSecond) {
      const due = began + (done / perSecond) * 1000
      done += 1
      const one = act(due).catch(() => (failed += 1))
      running.add(one)
      void one.finally(() => running.delete(one))
    }
  }, 2)
  return () => clearInterval(timer)
}

// Made before, because making them would take the server's time. It is told when they are ready, and says when to begin.
const letters = Array.from({ length: (events / BATCH) * seconds }, letter)
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const stops = [atRate(pages, view), atRate(events / BATCH, send)]
await new Promise((done) => setTimeout(done, seconds * 1000))
for (const stop of stops) stop()
await Promise.race([Promise.all(running), new Promise((done) => setTimeout(done, 5000))])

const at = (times, share) => {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
process.stdout.write(
  JSON.stringify({
    views: pageTimes.length,
    p50: at(pageTimes, 0.5),
    p99: at(pageTimes, 0.99),
    eventP50: at(eventTimes, 0.5),
    eventP99: at(eventTimes, 0.99),
    accepted,
    refused,
    failed,
    ids: acknowledged,
  }),
  () => process.exit(0),
)
