// Readers of a site: page views at a fixed rate, and events in batches as the worker of the site sends them. Requests are
// made before and written to plain sockets, so that the readers take little of the server's time. Prints figures as JSON.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createConnection } from 'node:net'

const BATCH = 20
const CONNECTIONS = 128
const { url, pages = [], views = 0, events = 0, seconds, stories = [], ids = false } = JSON.parse(process.argv[2])
const { hostname, port, host } = new URL(url)
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const sources = ['', '', 'www.google.com', 'bing.com', 'x.com', 'news.ycombinator.com', 'localhost']
const languages = ['en-US,en;q=0.9', 'de-CH,de;q=0.8', 'es', 'fr-FR', 'ja']
const firefox = (version) => `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`

const viewTimes = []
const eventTimes = []
const acknowledged = []
let accepted = 0
let refused = 0
let failed = 0

function toRequest(method, path, headers, body = '') {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Connections, of which each has one request at a time. After the server has ended, requests have the status 0. */
function createPool() {
  const free = []
  const waiting = []

  async function connect() {
    const socket = createConnection({ host: hostname, port, noDelay: true })
    await once(socket, 'connect')
    let received = ''
    let finish = null
    const answer = (response) => {
      const done = finish
      finish = null
      received = ''
      const next = waiting.shift()
      if (next) next(send)
      else free.push(send)
      done?.(response)
    }
    socket.setEncoding('latin1')
    socket.on('data', (piece) => {
      received += piece
      const head = received.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1]
      const isWhole = length ? received.length >= head + 4 + Number(length) : received.endsWith('\r\n0\r\n\r\n')
      if (!isWhole) return
      answer({ status: Number(received.slice(9, 12)), body: received.slice(head + 4) })
    })
    socket.on('error', () => {})
    socket.on('close', () => answer({ status: 0 }))
    const send = (request) =>
      new Promise((resolve) => {
        finish = resolve
        if (socket.closed) answer({ status: 0 })
        else socket.write(request)
      })
    free.push(send)
  }

  return {
    connect: () => Promise.all(Array.from({ length: CONNECTIONS }, connect)),
    async send(request) {
      const send = free.shift() ?? (await new Promise((resolve) => waiting.push(resolve)))
      return send(request)
    },
  }
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

function letter() {
  const list = batch()
  const body = JSON.stringify({ sentAt: Date.now(), events: list })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': firefox(100 + Math.floor(Math.random() * 40)),
    'accept-language': any(languages),
    'x-forwarded-for': `10.${randomBytes(3).join('.')}`,
  }
  return { ids: list.map((event) => event.id), request: toRequest('POST', '/api/analytics', headers, body) }
}

async function view(pool, request) {
  const began = performance.now()
  const { status } = await pool.send(request)
  if (status === 200) viewTimes.push(performance.now() - began)
  else failed += 1
}

async function report(pool, { ids: sent, request }) {
  const began = performance.now()
  const { status, body } = await pool.send(request)
  if (status !== 200) refused += BATCH
  else {
    eventTimes.push(performance.now() - began)
    accepted += JSON.parse(body).accepted
    if (ids) acknowledged.push(...sent)
  }
}

/** Starts the actions at even intervals, also when earlier ones have not ended. Resolves when all have ended. */
function atRate(pool, perSecond, actions) {
  const began = performance.now()
  const running = []
  return new Promise((resolve) => {
    const next = () => {
      while (running.length < actions.length && running.length <= ((performance.now() - began) / 1000) * perSecond)
        running.push(actions[running.length](pool))
      if (running.length === actions.length) return resolve(Promise.all(running))
      setTimeout(next, began + (running.length / perSecond) * 1000 - performance.now())
    }
    next()
  })
}

// They are told when to begin, so that all readers begin together.
const requests = pages.map(({ path, headers }) => toRequest('GET', path, headers))
const viewing = Array.from(
  { length: views * seconds },
  (_, nth) => (pool) => view(pool, requests[nth % requests.length]),
)
const reporting = Array.from({ length: (events / BATCH) * seconds }, letter).map((one) => (pool) => report(pool, one))
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const pool = createPool()
await pool.connect()
await Promise.all([atRate(pool, views, viewing), atRate(pool, events / BATCH, reporting)])

const at = (times, share) => {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
process.stdout.write(
  JSON.stringify({
    views: viewTimes.length,
    p50: at(viewTimes, 0.5),
    p99: at(viewTimes, 0.99),
    eventP50: at(eventTimes, 0.5),
    eventP99: at(eventTimes, 0.99),
    accepted,
    refused,
    failed,
    ids: acknowledged,
  }),
  () => process.exit(0),
)
