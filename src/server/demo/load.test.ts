import { beforeAll, expect, test } from 'vitest'
import { aDatabase, testLog } from '#test/database.ts'
import { testIdentity, testSite, testStorage } from '#test/people.ts'
import { testVault } from '#test/vault.ts'
import type { Db } from '#server/platform/db.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { drawArt, parseArt } from './art/draw.ts'
import { readDemo } from './content.ts'
import { loadDemo } from './load.ts'
import { smarten } from './typography.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})
const load = () => loadDemo(systemCtx({ db, log: testLog, site: testSite, identity: testIdentity, vault: testVault, ...testStorage }), 'demo')

test('concurrent starts fill an empty site once', async () => {
  const loaded = await Promise.allSettled([load(), load()])
  const counts = loaded.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))
  expect(counts.filter((count) => typeof count === 'number')).toHaveLength(1)
  expect(await load()).toBeNull()

  const stories = await db.selectFrom('article').select(['id']).where('state', '=', 'published').execute()
  expect(stories.length).toBeGreaterThanOrEqual(24)
  expect(await db.selectFrom('person').selectAll().execute()).toHaveLength(12)
  expect(await db.selectFrom('category').selectAll().execute()).toHaveLength(8)
})

test('the stored counts match the rows', async () => {
  const { rows } = await (
    await import('kysely')
  ).sql<{ what: string }>`
    select 'person ' || handle as what from person where story_count <>
      (select count(*) from article where author_id = person.id or id in (select article_id from article_co_author where person_id = person.id))
    union all
    select 'category ' || slug from category where story_count <> (select count(*) from article where category_id = category.id)
    union all
    select 'tag ' || slug from tag where story_count <> (select count(*) from article_tag where tag_id = tag.id)
    union all
    select 'article ' || slug from article where response_count <> (select count(*) from response where article_id = article.id)
    union all
    select 'replies to ' || id from response where reply_count <> (select count(*) from response as reply where reply.parent_id = response.id)
    union all
    select 'likes of ' || slug from article where like_count <> (select count(*) from story_like where article_id = article.id)
    union all
    select 'likes of ' || id from response where like_count <> (select count(*) from response_like where response_id = response.id)
  `.execute(db)
  expect(rows).toEqual([])
})

test('the stories vary in length and contain code, tables, quotes, pictures and right-to-left text', async () => {
  const stories = await db.selectFrom('article').select(['html', 'wordCount', 'language']).execute()
  const words = stories.map(({ wordCount }) => wordCount)
  expect(Math.min(...words)).toBeLessThan(350)
  expect(Math.max(...words)).toBeGreaterThan(2000)
  const all = stories.map(({ html }) => html).join('')
  for (const part of ['<pre', '<table', '<blockquote', '<figure', '<ol', '<ul', '<h3']) expect(all).toContain(part)
  expect(stories.some(({ language }) => language === 'ar')).toBe(true)
})

test('every picture is valid, deterministic and free of scripts', async () => {
  const { stories } = await readDemo('demo')
  const covers = stories.flatMap(({ cover }) => (cover ? [`${cover.motif}-${cover.seed}-${cover.palette}`] : []))
  for (const name of [...covers, 'portrait-104-ink', 'pages-3-frost']) {
    const art = parseArt(name)
    if (!art) throw new Error(name)
    const svg = drawArt(art)
    expect(svg).toBe(drawArt(art))
    expect(svg).not.toMatch(/script|href|on\w+=|NaN|undefined/)
    expect(svg.length).toBeLessThan(20_000)
  }
  for (const name of ['hills-99999-moss', 'hills-1-pink', '__proto__-1-moss', 'hills-1-constructor', '']) expect(parseArt(name)).toBeNull()
})

test('straight quotes become typographic quotes', () => {
  expect(smarten(`"It's 'fine'," she said (the "quiet" one)`)).toBe('“It’s ‘fine’,” she said (the “quiet” one)')
})

test('some stories are for members, with an open beginning', async () => {
  const stories = await db.selectFrom('article').select(['html', 'membersHtml', 'access']).execute()
  const forMembers = stories.filter(({ access }) => access === 'preview')
  expect(forMembers.length).toBeGreaterThanOrEqual(4)
  for (const { html, membersHtml } of forMembers) {
    expect(html).toMatch(/<p/)
    expect(membersHtml).toMatch(/<p/)
  }
  expect(stories.filter(({ access, membersHtml }) => access === 'public' && membersHtml !== '')).toEqual([])
})
