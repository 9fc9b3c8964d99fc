import { round, startProgram, startSite } from './lib.mjs'

export const title =
  'Signing in, one process on one core with its database, beside bare argon2id and RS256 on the same core'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const AT_ONCE = 4
const person = { email: 'bench@example.com', password: 'correct horse battery' }

export async function measure({ build }) {
  const before = await bare('argon2id')
  const signatures = await bare('rs256')
  const site = await startSite(build)
  const call = (path, body) => post(`${site.url}${path}?key=bench`, body)
  const { refreshToken, idToken } = await call('/v1/accounts:signUp', person)
  const signIns = await many(() => call('/v1/accounts:signInWithPassword', person))
  const refreshes = await many(() => call('/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken }))
  const lookups = await many(() => call('/v1/accounts:lookup', { idToken }))
  await site.stop()
  const after = await bare('argon2id')
  const checks = (before + after) / 2
  return {
    'argon2id checks alone': `${round(checks, 1)} per second (before ${round(before, 1)}, after ${round(after, 1)})`,
    'password sign-ins': beside(signIns, checks),
    'RS256 signatures alone': `${round(signatures)} per second`,
    'token refreshes': beside(refreshes, signatures),
    'token lookups': `${round(lookups.perSecond)} per second (p50 ${round(lookups.p50, 1)} ms, p99 ${round(lookups.p99, 1)} ms)`,
  }
}

function beside({ perSecond, p50, p99 }, reference) {
  const share = round((perSecond / reference) * 100)
  return `${round(perSecond, 1)} a second, ${share} % of bare (p50 ${round(p50, 1)} ms, p99 ${round(p99, 1)} ms)`
}

async function bare(what) {
  const program = await startProgram(['bench/bare-crypto.mjs', what, SECONDS, AT_ONCE], { sign: 'did' })
  return Number(/did ([\d.]+)/.exec(program.output)?.[1])
}

/** Closed-loop load with a fixed concurrency. */
async function many(ask) {
  for (let warm = 0; warm < AT_ONCE; warm++) await ask()
  const times = []
  const began = performance.now()
  const end = began + SECONDS * 1000
  async function worker() {
    while (performance.now() < end) {
      const asked = performance.now()
      await ask()
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  return { perSecond: times.length / ((performance.now() - began) / 1000), p50: at(0.5), p99: at(0.99) }
}

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`)
  return answer
}
