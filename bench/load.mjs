// A cheap load generator: it counts bytes instead of parsing responses, so that the server is the bottleneck.
// Runs as a separate process on its own core. Arguments: URLs, seconds, connections, headers as JSON.
import { connect } from 'node:net'

const [, , list, seconds, connections, headers] = process.argv
const addresses = list.split(' ')
const { hostname, port } = new URL(addresses[0])
const given = { host: `${hostname}:${port}`, ...JSON.parse(headers) }
const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`)

function requestFor(address) {
  const { pathname, search } = new URL(address)
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

const times = []
let measuring = false
let failed = 0

/** The length of a response. All responses to one request have the same length, because only fixed-width parts change. */
function answerLength(start) {
  const head = start.indexOf('\r\n\r\n')
  if (head < 0) return null
  const text = start.subarray(0, head).toString('latin1').toLowerCase()
  if (!text.startsWith('http/1.1 200')) failed += 1
  const length = /content-length: (\d+)/.exec(text)?.[1]
  if (length === undefined) throw new Error('response without content-length')
  return head + 4 + Number(length)
}

function begin(request) {
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
  let missing = 0
  let asked = 0
  const ask = () => {
    missing = 0
    asked = performance.now()
    socket.write(request)
  }
  let seen = Buffer.alloc(0)
  socket.on('connect', ask).on('error', () => (failed += 1))
  socket.on('data', (piece) => {
    if (missing === 0) {
      seen = seen.length > 0 ? Buffer.concat([seen, piece]) : piece
      const length = answerLength(seen)
      if (length === null) return
      missing = length - seen.length
      seen = Buffer.alloc(0)
    } else missing -= piece.length
    if (missing > 0) return
    if (measuring) times.push(performance.now() - asked)
    ask()
  })
}

for (let index = 0; index < Number(connections); index++) begin(requestFor(addresses[index % addresses.length]))
setTimeout(() => (measuring = true), 1500)
setTimeout(
  () => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
    console.log(JSON.stringify({ perSecond: times.length / Number(seconds), p50: at(0.5), p99: at(0.99), failed }))
    process.exit(0)
  },
  1500 + Number(seconds) * 1000,
)
