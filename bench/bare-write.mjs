// Baseline for a save: the same bytes written to the same table by one statement.
import pg from 'pg'

const [, , connectionString, seconds, id, body] = process.argv
const client = new pg.Client({ connectionString })
await client.connect()
const text = body.repeat(1)
const times = []
const end = performance.now() + Number(seconds) * 1000
while (performance.now() < end) {
  const asked = performance.now()
  await client.query({
    name: 'write',
    text: 'update draft set body = $1, html = $2, plain = $3, version = version + 1, saved_at = now() where article_id = $4',
    values: [text, text, text, id],
  })
  times.push(performance.now() - asked)
}
await client.end()
times.sort((a, b) => a - b)
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
console.log(`did ${JSON.stringify({ p50: at(0.5), p99: at(0.99) })}`)
