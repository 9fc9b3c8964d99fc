import { round, startProgram, startSite } from './lib.mjs'

export const title = 'Signing in, one process on one core with its database, beside bare argon2id on the same core'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const AT_ONCE = 4
const person = { email: 'bench@example.com', password: 'correct horse battery' }

export async function measure({ build }) {
  const bare = await bareChecks()
  const site = await startSite(build)
  const call = (path, body) => post(`${site.url}${path}?key=bench`, body)
  const { refreshToken, idToken } = await call('/v1/accounts:signUp', person)
  const signIns = await many(() => call('/v1/accounts:signInWithPassword', person))
  const refreshes = await many(() => call('/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken }))
  const lookups = await many(() => call('/v1/accounts:lookup', { idToken }))
  await site.stop()
  const again = await bareChecks()
  const reference = (bare + again) / 2
  return {
    'bare argon2id checks': `${round(reference, 1)} a second (before ${round(bare, 1)}, after ${round(again, 1)})`,
    'sign-ins with a password': `${round(signIns.perSecond, 1)} a second, ${round((signIns.perSecond / reference) * 100)} % of bare (p50 ${round(signIns.p50)} ms, p99 ${round(signIns.p99)} ms)`,
    'token refreshes': `${round(refreshes.perSecond)} a second (p50 ${round(refreshes.p50, 1)} ms, p99 ${round(refreshes.p99, 1)} ms)`,
    'tokens looked up': `${round(lookups.perSecond)} a second (p50 ${round(lookups.p50, 1)} ms, p99 ${round(lookups.p99, 1)} ms)`,
  }
}

async function bareChecks() {
  const program = await startProgram(['bench/bare-argon2.mjs', SECONDS, AT_ONCE], { sign: 'checked' })
  return Number(/checked ([\d.]+)/.exec(program.output)?.[1])
}

/** As often as it is answered, a few at once. */
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
