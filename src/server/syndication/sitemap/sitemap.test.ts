import { beforeEach, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { forceTransition } from '#test/workflow.ts'
import { likeStory } from '#server/conversation/likes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { filledPages } from './queries.ts'
import { refreshNextPage } from './refresh-pages.ts'
import { storyFile } from './stories.ts'

const SIZE = 5

let database: Database
let ctx: Ctx
let author: TestPerson
beforeEach(async () => {
  database = await aDatabase()
  author = await aPerson(database.db, 'author')
  ctx = aCtx(database.db)
})

async function refresh(size = SIZE) {
  while (await refreshNextPage(ctx, size));
}

async function slugsIn(number: number, of: Ctx = ctx) {
  let text = ''
  for await (const piece of await storyFile(of, number)) text += piece
  return [...text.matchAll(/\/story\/([^<]+)<.*?<lastmod>([^<]+)</g)].map(([, slug = '', changed = '']) => ({
    slug,
    changed,
  }))
}

/** The files of the index with their slugs. Verifies each count and modification time. */
async function files(of: Ctx = ctx) {
  const pages = await filledPages(of.db)
  return Promise.all(
    pages.map(async ({ number, changedAt }) => {
      const stories = await slugsIn(number, of)
      return { number, changedAt: changedAt?.toISOString() ?? '', stories, slugs: stories.map(({ slug }) => slug) }
    }),
  )
}

/** Stories a minute apart, inserted as an earlier release did. */
function insertStories(from: number, to: number) {
  return database.pool.query(`
    insert into article (id, author_id, slug, state, title, body, html, plain, published_at, updated_at)
    select lpad(n::text, 20, 'A'), '${author.id}', 'story-' || n, 'published', 'T', '{"type":"doc","content":[]}', '', '',
      timestamptz '2026-01-01 00:00Z' + n * interval '1 minute', timestamptz '2026-01-01 00:00Z' + n * interval '1 minute'
    from generate_series(${from}, ${to}) n`)
}

const idOf = (n: number) => String(n).padStart(20, 'A')
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `story-${from + at}`)

test('new stories are added to the last file, and the others stay as they are', async () => {
  await refresh()
  expect(await files()).toEqual([])
  await expect(storyFile(ctx, 1)).rejects.toMatchObject({ code: 'not-found' })

  await insertStories(1, 7)
  await refresh()
  const [first, second] = await files()
  expect(first?.slugs).toEqual(names(1, 5))
  expect(second?.slugs).toEqual(names(6, 7))
  // The modification time of a file is that of its newest story.
  expect(first?.changedAt).toBe('2026-01-01T00:05:00.000Z')
  expect(second?.changedAt).toBe('2026-01-01T00:07:00.000Z')

  await insertStories(8, 12)
  await refresh()
  const after = await files()
  expect(after[0]).toEqual(first)
  expect(after.map(({ slugs }) => slugs)).toEqual([names(1, 5), names(6, 10), names(11, 12)])
  expect(after[1]).toMatchObject({ number: second?.number, changedAt: '2026-01-01T00:10:00.000Z' })
})

test('an update changes the modification time of its file only, and a like of none', async () => {
  await insertStories(1, 12)
  await refresh()
  const before = await files()
  const update = database.db.updateTable('article').where('id', '=', idOf(7))
  await update.set({ updatedAt: new Date('2026-02-01T00:00Z'), slug: 'renamed' }).execute()
  await refresh()
  const [first, second, third] = await files()
  expect([first, third]).toEqual([before[0], before[2]])
  expect(second?.changedAt).toBe('2026-02-01T00:00:00.000Z')
  expect(second?.slugs).toContain('renamed')

  const reader = await aPerson(database.db, 'reader')
  await likeStory({ ...ctx, viewer: reader }, idOf(7))
  expect(await database.db.selectFrom('sitemapChange').select('id').execute()).toEqual([])
})

test('a withdrawn story leaves its file smaller, and returns to it when it is published again', async () => {
  const articles = []
  for (let n = 0; n < 7; n++) {
    articles.push(await anArticle(database.db, author.id, { publishedAt: new Date(Date.UTC(2026, 0, 1, n)) }))
  }
  await refresh()
  const before = await files()
  const [story] = articles
  const since = new Date()
  await forceTransition(database.db, story?.id ?? '', { transition: 'unpublish' })
  expect((await slugsIn(1)).map(({ slug }) => slug)).not.toContain(story?.slug)
  await refresh()
  const withdrawn = await files()
  expect(withdrawn[0]?.slugs).toEqual(before[0]?.slugs.filter((slug) => slug !== story?.slug))
  expect(Date.parse(withdrawn[0]?.changedAt ?? '')).toBeGreaterThanOrEqual(since.getTime() - 1000)
  expect(withdrawn[1]).toEqual(before[1])

  await forceTransition(database.db, story?.id ?? '', { transition: 'publish' })
  await refresh()
  expect((await files()).map(({ slugs }) => slugs)).toEqual(before.map(({ slugs }) => slugs))
})

test('a file without stories is deleted', async () => {
  await insertStories(1, 12)
  await refresh()
  const [first, second, third] = await files()
  await database.db.deleteFrom('article').where('id', 'in', [6, 7, 8, 9, 10].map(idOf)).execute()
  await refresh()
  expect(await files()).toEqual([first, third])
  await expect(storyFile(ctx, second?.number ?? 0)).rejects.toMatchObject({ code: 'not-found' })

  // The first file has no file before it. It is only left out of the index.
  await database.db.deleteFrom('article').where('id', 'in', [1, 2, 3, 4, 5].map(idOf)).execute()
  await refresh()
  expect(await files()).toEqual([third])
  // A story between the others finds a file.
  await insertStories(7, 7)
  await refresh()
  expect((await files()).map(({ slugs }) => slugs)).toEqual([['story-7'], names(11, 12)])
})

test('a story with another date moves to the file of that date, which is split when it is full', async () => {
  await insertStories(1, 12)
  await refresh()
  const before = await files()
  const update = database.db.updateTable('article').where('id', '=', idOf(12))
  await update.set({ publishedAt: new Date('2026-01-01T00:02:30Z') }).execute()
  await refresh()
  const after = await files()
  expect(after.map(({ slugs }) => slugs)).toEqual([
    ['story-1', 'story-2', 'story-12', 'story-3', 'story-4'],
    ['story-5'],
    names(6, 10),
    ['story-11'],
  ])
  expect(after.map(({ number }) => number)).toEqual(expect.arrayContaining(before.map(({ number }) => number)))
})

test('existing stories are split in batches after an upgrade, and every story is in one file meanwhile', async () => {
  await insertStories(1, 23)
  // As after the migration: one page, queued once.
  await database.pool.query(
    `delete from sitemap_page where number > 1; truncate sitemap_change; insert into sitemap_change (published_at, article_id) values ('-infinity', '')`,
  )
  expect((await slugsIn(1)).map(({ slug }) => slug)).toEqual(names(1, 23))
  for (let pages = 1; await refreshNextPage(ctx, SIZE); pages++) {
    const { rows } = await database.pool.query<{ number: number }>('select number from sitemap_page order by number')
    expect(rows).toHaveLength(Math.min(pages + 1, 5))
    const listed = await Promise.all(rows.map(({ number }) => slugsIn(number)))
    expect(listed.flat().map(({ slug }) => slug)).toEqual(names(1, 23))
  }
  const done = await files()
  expect(done.map(({ slugs }) => slugs.length)).toEqual([5, 5, 5, 5, 3])
  for (const { changedAt, stories } of done) expect(changedAt).toBe(stories.at(-1)?.changed)
})

test('while stories are published and withdrawn, each published one is in exactly one file', async () => {
  await insertStories(1, 30)
  await refresh()
  let writing = true
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let turn = 0; turn < 15; turn++) {
      const article = await anArticle(database.db, author.id, {
        publishedAt: new Date(Date.UTC(2026, 0, 1, 0, (writer * 15 + turn) % 40)),
      })
      if (turn % 3 === 0) await forceTransition(database.db, article.id, { transition: 'unpublish' })
    }
  })
  const refreshers = Array.from({ length: 2 }, async () => {
    while (writing) await refreshNextPage(ctx, SIZE)
  })
  const checks = (async () => {
    while (writing) await expectExact()
  })()
  await Promise.all(writers)
  writing = false
  await Promise.all([...refreshers, checks])
  await refresh()
  await expectExact()
  const listed = await files()
  const { length } = await database.db.selectFrom('article').select('id').where('state', '=', 'published').execute()
  expect(listed.flatMap(({ slugs }) => slugs)).toHaveLength(length)
  for (const { slugs, changedAt, stories } of listed) {
    expect(slugs.length).toBeLessThanOrEqual(SIZE)
    expect(stories.every(({ changed }) => changed <= changedAt)).toBe(true)
  }
})

/** Reads all files from one snapshot, and compares them with the published stories. */
async function expectExact() {
  const { listed, published } = await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const rows = await db.selectFrom('article').select('slug').where('state', '=', 'published').execute()
      const pages = await db.selectFrom('sitemapPage').select('number').execute()
      const found: string[] = []
      for (const { number } of pages) {
        const stories = await slugsIn(number, { ...ctx, db }).catch(() => [])
        found.push(...stories.map(({ slug }) => slug))
      }
      return { listed: found, published: rows.map(({ slug }) => slug) }
    })
  expect(listed.toSorted()).toEqual(published.toSorted())
}

test('a file that is not split yet is streamed in batches, up to the limit of the protocol', async () => {
  await insertStories(1, 4500)
  expect((await slugsIn(1)).map(({ slug }) => slug)).toEqual(names(1, 4500))
  let text = ''
  for await (const piece of await storyFile(ctx, 1, 4000)) text += piece
  expect(text.match(/<loc>/g)).toHaveLength(4000)
})
