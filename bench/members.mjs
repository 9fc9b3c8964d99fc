// Shared by the benchmarks of pages: signed-in readers, and what they do while others read.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { databaseOf } from './lib.mjs'

const AUTHOR = 1

/** Adds accounts with a session each. The first is an author. Their ID tokens come from the API. */
export async function addMembers(site, count) {
  const db = new pg.Client({ connectionString: databaseOf(site) })
  await db.connect()
  await db.query(`
    insert into account (uid, email) select 'm-' || n, 'm-' || n || '@example.com' from generate_series(1, ${count}) n;
    insert into person (id, uid, handle, name, role)
      select 'M' || lpad(n::text, 19, '0'), 'm-' || n, 'member-' || n, 'Member ' || n, case n when ${AUTHOR} then 'author' else 'reader' end
      from generate_series(1, ${count}) n;
    insert into session (id, token_hash, uid, provider, expires_at)
      select 'S' || lpad(n::text, 19, '0'), sha256(('member-' || n)::bytea), 'm-' || n, 'password', now() + interval '1 day'
      from generate_series(1, ${count}) n;
    analyze`)
  await db.end()
  const cookies = Array.from({ length: count }, (_, index) => `bramble_session=member-${index + 1}`)
  const tokens = []
  for (const cookie of cookies) {
    const { token } = await ask(site, 'POST', '/api/session/token', { headers: { cookie, origin: site.url } })
    tokens.push(token)
  }
  return { cookies, tokens }
}

/** Likes and unlikes stories, half of them the first one, each time with another account. */
export function createLiking(site, { tokens }, slugs) {
  let count = 0
  return () => {
    const nth = count++
    const [first, ...others] = slugs
    const slug = nth % 2 === 0 ? first : others[(nth >> 1) % others.length]
    const account = (nth >> 1) % tokens.length
    const method = Math.floor((nth >> 1) / tokens.length) % 2 === 0 ? 'PUT' : 'DELETE'
    return ask(site, method, `/api/stories/${slug}/like`, { token: tokens[account] })
  }
}

/** Writes a story of a few words and publishes it. */
export async function publishStory(site, { tokens }) {
  const id = randomBytes(10).toString('hex')
  const token = tokens[AUTHOR - 1]
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'A story of few words.' }] }]
  const body = { id, save: 'first', title: `Story ${id}`, body: { type: 'doc', content } }
  await ask(site, 'POST', '/api/articles', { token, body })
  await ask(site, 'POST', `/api/articles/${id}/moves`, { token, body: { move: 'publish' } })
}

/** Calls each action at its rate per second. `stop` waits for the last ones and returns how many were done, and how many were refused. */
export function startActivity(actions) {
  const running = new Set()
  const done = { refused: 0 }
  const timers = actions.map(({ name, perSecond, act }) => {
    done[name] = 0
    return setInterval(() => {
      const action = act().then(
        () => (done[name] += 1),
        () => (done.refused += 1),
      )
      running.add(action)
      void action.then(() => running.delete(action))
    }, 1000 / perSecond)
  })
  return {
    async stop() {
      timers.forEach(clearInterval)
      await Promise.all(running)
      return done
    },
  }
}

async function ask(site, method, path, { token, body, headers = {} }) {
  const response = await fetch(site.url + path, {
    method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
