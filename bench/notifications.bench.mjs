import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, round, startSite } from './lib.mjs'

export const title =
  'Publishing with 100,000 followers beside publishing with none, and how long it takes until all are told'

const FOLLOWERS = 100_000
const STORIES = 40

export async function measure({ build }) {
  const site = await startSite(build, { DEMO: 'no' })
  const db = new pg.Client({ connectionString: databaseOf(site) })
  await db.connect()
  const [quiet, famous] = [await aCreator(site, db, 'quiet'), await aCreator(site, db, 'famous')]
  await db.query(
    `insert into person (id, uid, handle, name)
       select 'F' || lpad(n::text, 19, '0'), 'f-' || n, 'follower-' || n, 'Follower ' || n from generate_series(1, $1::int) n`,
    [FOLLOWERS],
  )
  await db.query(
    `insert into follow (follower_id, followed_id, since) select id, $1, '2026-01-01' from person where id like 'F%'`,
    [famous.id],
  )
  await db.query('analyze')

  const alone = []
  for (let story = 0; story < STORIES; story++) alone.push(await publish(site, quiet))
  const beside = { quiet: [], famous: [] }
  const began = performance.now()
  for (let story = 0; story < STORIES; story++) {
    beside.famous.push(await publish(site, famous))
    beside.quiet.push(await publish(site, quiet))
  }
  const told = await firstTold(db, famous.id, began)
  const { rows } = await db.query('select count(*)::int as lines from notification where article_id = $1', [
    told.articleId,
  ])
  await db.end()
  await site.stop()
  return {
    'no followers, otherwise idle': times(alone),
    'no followers, during a fan-out': times(beside.quiet),
    [`${round(FOLLOWERS)} followers, during their fan-out`]: times(beside.famous),
    'fan-out of the first story': `${round(told.ms / 1000, 1)} s, ${round(rows[0].lines)} lines, ${round(rows[0].lines / (told.ms / 1000))} a second`,
  }
}

/** Resolves when all followers are notified of the first story; later stories are queued behind it. */
async function firstTold(db, actorId, began) {
  for (;;) {
    const { rows } = await db.query(
      `select article_id, done_at from notification_event where actor_id = $1 and kind = 'story' order by at, id limit 1`,
      [actorId],
    )
    if (rows[0]?.done_at) return { articleId: rows[0].article_id, ms: performance.now() - began }
    await sleep(50)
  }
}

async function aCreator(site, db, name) {
  const person = { email: `${name}@example.com`, password: 'correct horse battery', displayName: name }
  const { idToken, localId } = await ask('POST', `${site.url}/v1/accounts:signUp?key=bench`, person)
  await ask('GET', `${site.url}/api/viewer`, undefined, idToken)
  const { rows } = await db.query(`update person set role = 'author' where uid = $1 returning id`, [localId])
  return { id: rows[0].id, token: idToken }
}

/** Publishes a new story. Returns the milliseconds of the publish request alone. */
async function publish(site, { token }) {
  const id = randomBytes(10).toString('hex')
  const body = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A story of few words.' }] }],
  }
  await ask('POST', `${site.url}/api/articles`, { id, save: 'first', title: `Story ${id}`, body }, token)
  const began = performance.now()
  await ask('POST', `${site.url}/api/articles/${id}/moves`, { move: 'publish' }, token)
  return performance.now() - began
}

async function ask(method, url, sent, token) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(sent && { body: JSON.stringify(sent) }),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

function times(list) {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return `p50 ${round(at(0.5), 1)} ms, p99 ${round(at(0.99), 1)} ms`
}
