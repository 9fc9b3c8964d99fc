import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, round, startSite } from './lib.mjs'

export const title = 'Queries of the analytics screens with few figures, and with those of 50 million events in a year'

const ROUNDS = 15
const WARM_UP = 3
const DAYS = 365
/** Of 50 million events, a fifth are views: 27,000 a day, of about 1,000 stories, most of them of few. */
const STORIES_A_DAY = Number(process.env.BENCH_STORIES_A_DAY ?? 1000)
const STORIES = 10_000
const COOKIE = 'bramble_session=bench-admin'

export async function measure({ build }) {
  const site = await startSite(build, { DEMO: 1 })
  const db = new pg.Client({ connectionString: databaseOf(site) })
  await db.connect()
  try {
    await addAdmin(db)
    const { rows } = await db.query(`select id, slug from article where state = 'published' order by id limit 1`)
    const paths = pathsFor(rows[0])
    const few = await times(site.url, paths)
    await fill(db)
    await closeMonths(db, site.url)
    await db.query('vacuum analyze')
    const many = await times(site.url, paths)
    const { rows: sizes } = await db.query(`
      select count(*)::int as rows, pg_size_pretty(pg_total_relation_size('analytics_day')) as size,
        (select count(*)::int from analytics_month) as of_months from analytics_day`)
    return {
      'figures by day': `${round(sizes[0].rows)} rows, ${sizes[0].size}`,
      'figures by month': `${round(sizes[0].of_months)} rows`,
      ...Object.fromEntries(
        Object.keys(paths).map((what) => [what, `${round(few[what], 1)} ms, ${round(many[what], 1)} ms`]),
      ),
    }
  } finally {
    await db.end()
    await site.stop()
  }
}

function pathsFor({ id }) {
  const list = (dimension, range) => `/api/admin/analytics/figures/${dimension}?range=${range}`
  return {
    'overview, 30 days': '/api/admin/analytics?range=30d',
    'overview, 12 months': '/api/admin/analytics?range=12m',
    'overview, all': '/api/admin/analytics?range=all',
    'top stories, 30 days': list('story', '30d'),
    'top stories, 12 months': list('story', '12m'),
    'top stories, all': list('story', 'all'),
    'top pages, 12 months': list('path', '12m'),
    'sources, 12 months': list('source', '12m'),
    'referrers, 12 months': list('referrer', '12m'),
    'search terms, 12 months': list('search', '12m'),
    'funnel, 12 months': '/api/admin/analytics/funnel?range=12m',
    'cohorts': '/api/admin/analytics/cohorts',
    'web vitals, 12 months': '/api/admin/analytics/vitals?range=12m',
    'visitors now': '/api/admin/analytics/live',
    'a story, 30 days': `/api/analytics/stories/${id}?range=30d`,
    'a story, all': `/api/analytics/stories/${id}?range=all`,
    'own stories, 12 months': '/api/analytics/own?range=12m',
    'page views, 30 days': '/api/analytics/pages?range=30d',
  }
}

async function addAdmin(db) {
  await db.query(`
    insert into account (uid, email, email_verified) values ('bench', 'bench@example.com', true);
    insert into person (id, uid, handle, name, role) values ('B0000000000000000001', 'bench', 'bench-admin', 'Bench', 'admin');
    insert into session (id, token_hash, uid, provider, expires_at)
      values ('B0000000000000000001', sha256('bench-admin'::bytea), 'bench', 'password', now() + interval '1 day')`)
}

/** What the job would have written, for stories by popularity. */
async function fill(db) {
  const day = `(current_date - n)`
  const insert = `insert into analytics_day (article_id, dimension, day, value, views, reads, visitors)`
  const values = {
    source: ['direct', 'internal', 'search', 'social', 'mail', 'assistant', 'campaign', 'link'],
    device: ['desktop', 'phone', 'tablet'],
    language: ['en', 'de', 'es', 'fr', 'ja', 'pt', 'it', 'nl', 'pl', 'ru'],
    page: ['home', 'story', 'topic', 'list', 'profile', 'search', 'membership', 'sign-in', 'other'],
    step: ['story', 'plans', 'checkout', 'member', 'sign-up'],
    total: [''],
  }
  for (const [dimension, list] of Object.entries(values))
    await db.query(
      `${insert} select '', $1, ${day}, value, 1000 + n, 400, 700 from generate_series(0, ${DAYS - 1}) n, unnest($2::text[]) value on conflict do nothing`,
      [dimension, list],
    )
  // The author of the demo's first story has all of these.
  await db.query(`
    alter table article disable trigger user;
    insert into article (id, author_id, slug, state, title, body, html, plain, published_at)
      select 'N' || lpad(n::text, 19, '0'), case when n <= 900 then 'B0000000000000000001' else (select min(author_id) from article) end,
        'bench-' || n, 'published', 'Story ' || n, '{"type":"doc","content":[]}', '<p>Text</p>', 'Text', now() - n * interval '1 hour'
      from generate_series(1, ${STORIES}) n;
    alter table article enable trigger user`)
  await db.query(`
    create temp table shown as
      select distinct n as ago, (1 + floor(power(random(), 3) * ${STORIES}))::int as story
      from generate_series(0, ${DAYS - 1}) n, generate_series(1, ${STORIES_A_DAY} * 5 / 4)`)
  const story = `'N' || lpad(story::text, 19, '0')`
  for (const [scope, dimension, value] of [
    [`''`, 'story', story],
    [`''`, 'path', `'/story/bench-' || story`],
    [story, 'total', `''`],
  ])
    await db.query(`${insert} select ${scope}, '${dimension}', current_date - ago, ${value}, 1 + 9000 / story, 3000 / story, 1 + 6000 / story
      from shown on conflict do nothing`)
  for (const [dimension, list] of Object.entries({
    source: values.source.slice(0, 3),
    device: values.device,
    language: values.language.slice(0, 3),
  }))
    await db.query(
      `${insert} select ${story}, '${dimension}', current_date - ago, value, 1 + 3000 / story, 1000 / story, 1 + 2000 / story
      from shown, unnest($1::text[]) value on conflict do nothing`,
      [list],
    )
  for (const [dimension, count] of [
    ['referrer', 300],
    ['search', 400],
    ['search-empty', 100],
  ])
    await db.query(`${insert} select '', '${dimension}', ${day}, 'value ' || (power(random(), 2) * 20000)::int, 3, 1, 2
      from generate_series(0, ${DAYS - 1}) n, generate_series(1, ${count}) on conflict do nothing`)
  await db.query(`
    insert into analytics_vital (day, page, name, bucket, samples)
      select ${day}, page, name, bucket, 5 from generate_series(0, ${DAYS - 1}) n,
        unnest(array['home', 'story', 'topic', 'list', 'search', 'other']) page, unnest(array['LCP', 'INP', 'CLS', 'FCP', 'TTFB']) name,
        generate_series(250, 330) bucket;
    insert into analytics_live (visitor, at, path) select n, now(), '/story/' || (n % 500) from generate_series(1, 5000) n;
    insert into analytics_hour (dimension, at, value, views, reads, visitors)
      select 'total', date_trunc('hour', now()) - n * interval '1 hour', '', 100, 40, 70 from generate_series(0, 2160) n`)
  // The story that is asked for has been read every day.
  await db.query(`${insert} select id, 'total', ${day}, '', 200, 80, 150
    from generate_series(0, ${DAYS - 1}) n, (select id from article where state = 'published' and id not like 'N%' order by id limit 1) first
    on conflict do nothing`)
}

/** As the job does every day. */
async function closeMonths(db, url) {
  const { rows } = await db.query('select now()')
  const { token } = await post(`${url}/api/session/token`, { cookie: COOKIE })
  await post(`${url}/api/admin/jobs/analytics-months/run`, { authorization: `Bearer ${token}` })
  for (;;) {
    const { rowCount } = await db.query(`select from daily_job where name = 'analytics-months' and begun_at > $1`, [
      rows[0].now,
    ])
    if (rowCount === 1) return
    await sleep(500)
  }
}

async function post(url, headers) {
  const response = await fetch(url, { method: 'POST', headers })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}

async function times(url, paths) {
  const found = {}
  for (const [what, path] of Object.entries(paths)) {
    const took = []
    for (let nth = 0; nth < ROUNDS + WARM_UP; nth += 1) {
      const began = performance.now()
      const response = await fetch(url + path, { headers: { cookie: COOKIE } })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      if (nth >= WARM_UP) took.push(performance.now() - began)
    }
    found[what] = took.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]
  }
  return found
}
