import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { round, startSite } from './lib.mjs'

export const title = 'Readers while one person saves 20,000 empty paragraphs four times per second'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const READS_A_SECOND = 20
const SAVES_A_SECOND = 4

export async function measure({ build }) {
  const relaxed = await run(build, { RELAX_LIMITS: '1' })
  const limited = await run(build, { RELAX_LIMITS: '0' })
  const beside = ({ quiet, busy, saved, refused }) =>
    `p95 ${round(busy, 1)} ms, ${round(busy / quiet, 1)} times the quiet site; ${saved} saved, ${refused} refused`
  return {
    'a list of stories, idle site': `p95 ${round(relaxed.quiet, 1)} ms`,
    'during large saves, without rate limits': beside(relaxed),
    'during large saves, with rate limits': beside(limited),
  }
}

async function run(build, env) {
  const site = await startSite(build, env)
  const person = { email: 'bench@example.com', password: 'correct horse battery' }
  const { idToken } = await send('POST', `${site.url}/v1/accounts:signUp?key=bench`, person)
  const headers = { authorization: `Bearer ${idToken}` }
  const id = randomBytes(10).toString('hex')
  const body = { type: 'doc', content: Array.from({ length: 20_000 }, () => ({ type: 'paragraph' })) }
  let { version } = await send('POST', `${site.url}/api/articles`, { id, save: 'first', body }, headers)
  await readers(site.url, 2)
  const quiet = await readers(site.url, SECONDS)
  const [outcome, counts] = [{ saved: 0, refused: 0 }, new AbortController()]
  const saving = (async () => {
    for (let count = 0; !counts.signal.aborted; count++) {
      const asked = { version, save: `s${count}`, body }
      const saved = send('PUT', `${site.url}/api/articles/${id}/draft`, asked, headers).then(
        (answer) => ((version = answer.version), (outcome.saved += 1)),
        () => (outcome.refused += 1),
      )
      await Promise.all([saved, sleep(1000 / SAVES_A_SECOND)])
    }
  })()
  const busy = await readers(site.url, SECONDS)
  counts.abort()
  await saving
  await site.stop()
  return { quiet, busy, ...outcome }
}

/** Open-loop load: sends at a fixed rate, so that a blocked server delays all waiting requests. */
async function readers(url, seconds) {
  const asked = []
  for (let count = 0; count < seconds * READS_A_SECOND; count++) {
    const began = performance.now()
    asked.push(
      fetch(`${url}/api/stories`)
        .then((response) => response.arrayBuffer())
        .then(() => performance.now() - began),
    )
    await sleep(1000 / READS_A_SECOND)
  }
  const times = (await Promise.all(asked)).toSorted((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)]
}

async function send(method, url, body, headers = {}) {
  const sent = { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
  const response = await fetch(url, sent)
  const answer = await response.json()
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`)
  return answer
}
