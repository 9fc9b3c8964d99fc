import pg from 'pg'
import { databaseOf, round, startSite } from './lib.mjs'

export const title = 'Lists of the admin area: the median with few rows, with many, and their ratio'

const COUNTS = (process.env.BENCH_ROWS ?? '1000,1000000').split(',').map(Number)
const ROUNDS = 20
const WARM_UP = 3
/** Pages to turn before a deep page is measured. */
const DEEP = 20
const COOKIE = 'bramble_session=bench-admin'

export async function measure({ build }) {
  const site = await startSite(build)
  const db = new pg.Client({ connectionString: databaseOf(site) })
  await db.connect()
  const times = {}
  try {
    await addAdmin(db)
    let filled = 0
    for (const count of COUNTS) {
      await fill(db, filled, count)
      filled = count
      for (const [what, path] of Object.entries(await paths(site)))
        (times[what] ??= []).push(await medianOf(site.url + path))
    }
  } finally {
    await db.end()
    await site.stop()
  }
  return Object.fromEntries(
    Object.entries(times).map(([what, list]) => {
      const said = list.map((time) => `${round(time, 1)} ms`).join(', ')
      return [what, `${said} · ${round(list.at(-1) / list[0], 2)} times`]
    }),
  )
}

async function addAdmin(db) {
  await db.query(`
    insert into account (uid, email, email_verified) values ('bench', 'bench@example.com', true);
    insert into person (id, uid, handle, name, role) values ('B0000000000000000001', 'bench', 'bench-admin', 'Bench', 'admin');
    insert into session (id, token_hash, uid, provider, expires_at)
      values ('B0000000000000000001', sha256('bench-admin'::bytea), 'bench', 'password', now() + interval '1 day')`)
}

/** Adds rows up to `count`. Without triggers: a hash chain of a million entries takes longer than everything else. */
async function fill(db, from, count) {
  const range = `generate_series(${from + 1}, ${count}) n`
  const state = "case when n % 100 = 0 then 'in-review' when n % 10 < 3 then 'draft' else 'published' end"
  await db.query(`
    begin;
    alter table audit_entry disable trigger user;
    alter table response disable trigger user;
    alter table article disable trigger user;
    insert into account (uid, email, email_verified, created_at)
      select 'p-' || n, 'p' || n || '@example.com', n % 10 <> 0, now() - n * interval '1 minute' from ${range};
    insert into person (id, uid, handle, name, role, created_at, disabled_at)
      select 'P' || lpad(n::text, 19, '0'), 'p-' || n, 'person-' || n, 'Person ' || md5(n::text),
             case when n % 1000 = 0 then 'editor' when n % 50 = 0 then 'author' else 'reader' end,
             now() - n * interval '1 minute', case when n % 500 = 0 then now() end
      from ${range};
    insert into response (id, article_id, author_id, state, text, created_at)
      select 'R' || lpad(n::text, 19, '0'), story.id, 'P' || lpad(n::text, 19, '0'),
             case when n % 500 = 0 then 'hidden' else 'shown' end,
             'Response ' || n || ' about ' || md5((n % 5000)::text), now() - n * interval '1 minute'
      from ${range}, (select id from article where state = 'published' order by id limit 1) story;
    insert into audit_entry (at, actor_id, actor_kind, action, outcome, target_kind, target_id, target_name)
      select now() - n * interval '1 minute', 'P' || lpad((n % 300 + 1)::text, 19, '0'), 'person', 'tag.renamed',
             case when n % 700 = 0 then 'refused' else 'done' end, 'tag', n::text, 'Tag ' || md5((n % 5000)::text)
      from ${range};
    insert into article (id, author_id, category_id, slug, state, title, body, html, plain, published_at, updated_at)
      select 'N' || lpad(n::text, 19, '0'), 'P' || lpad((n % greatest(1, ${count} / 100) + 1)::text, 19, '0'),
             (select id from category order by position, id offset n % 5 limit 1), 'bench-' || n, ${state},
             'Story ' || n || ' about ' || md5((n % 5000)::text), '{"type":"doc","content":[]}', '<p>Text</p>', 'Text',
             case when ${state} = 'published' then date_trunc('milliseconds', now()) - n * interval '1 minute' end,
             date_trunc('milliseconds', now()) - n * interval '1 minute'
      from ${range};
    insert into draft (article_id, title, body, html, plain, category_id, word_count, saved_at)
      select id, title, body, html, plain, category_id, length(title) * 7 % 3000, updated_at from article
      where id between 'N' || lpad('${from + 1}', 19, '0') and 'N' || lpad('${count}', 19, '0');
    alter table audit_entry enable trigger user;
    alter table response enable trigger user;
    alter table article enable trigger user;
    commit`)
  await db.query('vacuum analyze')
}

async function paths(site) {
  const word = 'e4da3b7f'
  const lists = {
    'people': { path: '/api/admin/people', search: 'q=person-77', filter: 'role=editor&state=disabled' },
    'responses': { path: '/api/admin/responses', search: `q=${word}`, filter: 'state=hidden' },
    'articles': { path: '/api/admin/articles?state=all', search: `q=${word}`, filter: 'category=culture&sort=title' },
    'review queue': { path: '/api/admin/articles', search: `q=${word}`, filter: 'reviewer=none&sort=-submitted' },
    'published articles': {
      path: '/api/admin/articles?state=published',
      search: 'q=story',
      filter: 'author=person-7&sort=-published',
    },
    'audit log': { path: '/api/admin/audit', search: `q=${word}`, filter: 'outcome=refused' },
  }
  const found = {}
  for (const [name, { path, search, filter }] of Object.entries(lists)) {
    found[`${name}, first page`] = path
    const cursor = await cursorOf(site, path)
    // A short list has one page.
    found[`${name}, page ${DEEP}`] = cursor ? withQuery(path, `before=${encodeURIComponent(cursor)}`) : path
    found[`${name}, search`] = withQuery(path, search)
    found[`${name}, filter`] = withQuery(path, filter)
  }
  return found
}

function withQuery(path, query) {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

async function cursorOf(site, path) {
  let before = null
  for (let page = 1; page < DEEP; page++) {
    const url = site.url + (before ? withQuery(path, `before=${encodeURIComponent(before)}`) : path)
    const { next } = await (await fetch(url, { headers: { cookie: COOKIE } })).json()
    before = next ?? before
  }
  return before
}

async function medianOf(url) {
  const times = []
  for (let nth = 0; nth < ROUNDS + WARM_UP; nth++) {
    const began = performance.now()
    const response = await fetch(url, { headers: { cookie: COOKIE } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    if (nth >= WARM_UP) times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)[ROUNDS / 2]
}
