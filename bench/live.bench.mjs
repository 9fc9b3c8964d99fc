import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cpuSeconds, databaseOf, residentMb, round, startSite } from './lib.mjs'

export const title = '2,000 event streams on one process: memory per stream, and delivery time'

const PEOPLE = 2000
const AT_ONCE = 50

export async function measure({ build }) {
  const site = await startSite(build, { DEMO: 'no' })
  const db = new pg.Client({ connectionString: databaseOf(site) })
  await db.connect()
  await fill(db)
  await sleep(2000)
  const before = residentMb(site.pid)
  const heard = { now: 0, at: 0 }
  const lines = []
  for (let from = 1; from <= PEOPLE; from += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, n) => from + n)
    lines.push(...(await Promise.all(some.map((n) => open(site.url, `line-${n}`, heard)))))
  }
  await sleep(3000)
  const open2000 = residentMb(site.pid)
  const cpu = cpuSeconds(site.pid)
  await sleep(10_000)
  const idle = (cpuSeconds(site.pid) - cpu) / 10

  const began = performance.now()
  await db.query(
    `insert into notification_event (id, kind, cause, actor_id, at) values ('H0000000000000000001', 'story', 'bench', 'C0000000000000000001', now())`,
  )
  await db.query(`select pg_notify('touched', 'happenings')`)
  while (heard.now < PEOPLE) {
    if (performance.now() - began > 60_000) throw new Error(`only ${heard.now} received the event`)
    await sleep(10)
  }
  const all = heard.at - began
  for (const line of lines) line.destroy()
  await db.end()
  await site.stop()
  return {
    'memory before and with all streams': `${before} MB, ${open2000} MB`,
    'memory per stream': `${round(((open2000 - before) * 1024) / PEOPLE, 1)} KB`,
    'CPU while idle': `${round(idle * 100, 1)} % of a core`,
    'time until all have received an event': `${round(all)} ms`,
  }
}

/** Signed-in people who all follow one creator. */
function fill(db) {
  return db.query(`
    insert into person (id, uid, handle, name, role) values ('C0000000000000000001', 'creator', 'creator', 'Creator', 'author');
    insert into account (uid, email) select 'l-' || n, 'l-' || n || '@example.com' from generate_series(1, ${PEOPLE}) n;
    insert into person (id, uid, handle, name)
      select 'L' || lpad(n::text, 19, '0'), 'l-' || n, 'reader-' || n, 'Reader ' || n from generate_series(1, ${PEOPLE}) n;
    insert into session (id, token_hash, uid, provider, expires_at)
      select 'S' || lpad(n::text, 19, '0'), sha256(('line-' || n)::bytea), 'l-' || n, 'password', now() + interval '1 day' from generate_series(1, ${PEOPLE}) n;
    insert into follow (follower_id, followed_id, since) select id, 'C0000000000000000001', '2026-01-01' from person where id like 'L%';
    analyze`)
}

function open(url, token, heard) {
  return new Promise((resolve, reject) => {
    const request = get(
      `${url}/api/live`,
      { agent: false, headers: { cookie: `bramble_session=${token}` } },
      (response) => {
        if (response.statusCode !== 200) return reject(new Error(`event stream refused: ${response.statusCode}`))
        response.setEncoding('utf8')
        response.on('data', (text) => {
          if (!text.includes('event: notification')) return
          heard.now += 1
          heard.at = performance.now()
        })
        response.on('error', () => {})
        resolve(request)
      },
    )
    request.on('error', reject)
  })
}
