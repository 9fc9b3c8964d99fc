// A cheap load generator: it reads the head of a response and counts the bytes of its body, so that the server is the
// bottleneck. Runs as a separate process on its own core. Arguments: URLs, seconds, connections, a JSON list of header sets.
// Requests go through all URLs and header sets in turn.
import { connect } from 'node:net'

const [, , list, seconds, connections, headers] = process.argv
const addresses = list.split(' ')
const { hostname, port } = new URL(addresses[0])
const headerSets = JSON.parse(headers)

function requestFor(address, headerSet) {
  const { pathname, search } = new URL(address)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headerSet }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

const requests = Array.from({ length: Math.max(addresses.length, headerSets.length) }, (_, index) =>
  requestFor(addresses[index % addresses.length], headerSets[index % headerSets.length]),
)

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const SLOT_MS = 250
const times = []
/** The number of responses in each quarter of a second, by its start in milliseconds since 1970. */
const slots = {}
let measuring = false
let failed = 0

/** The length of a response, null when its head is incomplete, and infinity when it ends with its last chunk. */
function answerLength(start) {
  const head = start.indexOf('\r\n\r\n')
  if (head < 0) return null
  const text = start.subarray(0, head).toString('latin1').toLowerCase()
  const length = /content-length: (\d+)/.exec(text)?.[1]
  if (length === undefined && !text.includes('transfer-encoding: chunked')) throw new Error('response without a length')
  return { ok: text.startsWith('http/1.1 200'), length: length === undefined ? Infinity : head + 4 + Number(length) }
}

function begin(first) {
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
  let missing = 0
  let asked = 0
  let turn = first
  const ask = () => {
    missing = 0
    asked = performance.now()
    socket.write(requests[turn % requests.length])
    turn += Number(connections)
  }
  let seen = Buffer.alloc(0)
  let ok = true
  socket.on('connect', ask).on('error', () => (failed += 1))
  socket.on('data', (piece) => {
    if (missing === 0) {
      seen = seen.length > 0 ? Buffer.concat([seen, piece]) : piece
      const answer = answerLength(seen)
      if (answer === null) return
      ok = answer.ok
      missing = answer.length - seen.length
      seen = Buffer.alloc(0)
    } else missing -= piece.length
    if (missing === Infinity && piece.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) missing = 0
    if (missing > 0) return
    if (!ok) failed += 1
    else if (measuring) {
      times.push(performance.now() - asked)
      const slot = Math.floor(Date.now() / SLOT_MS) * SLOT_MS
      slots[slot] = (slots[slot] ?? 0) + 1
    }
    ask()
  })
}

for (let index = 0; index < Number(connections); index++) begin(index)
setTimeout(() => (measuring = true), 1500)
setTimeout(
  () => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
    const perSecond = times.length / Number(seconds)
    console.log(JSON.stringify({ perSecond, p50: at(0.5), p99: at(0.99), failed, slots, slotMs: SLOT_MS }))
    process.exit(0)
  },
  1500 + Number(seconds) * 1000,
)
