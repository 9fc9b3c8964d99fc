import { beforeAll, expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import type { RevisionKind } from '#contract/articles/revisions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { thinRevisions } from './thin-revisions.ts'

const NOW = new Date('2026-06-20T12:30:00Z')

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

/** An article with revisions of these ages in milliseconds. */
async function withAges(ages: number[], kind: RevisionKind = 'saved', given?: string) {
  const id = given ?? (await aDraft(db, (await aPerson(db)).id)).id
  const text = { title: '', subtitle: '', body: '{"type":"doc","content":[]}', wordCount: 0, version: 1 }
  const rows = ages.map((age) => ({
    ...text,
    id: newId(),
    articleId: id,
    kind,
    savedAt: new Date(NOW.getTime() - age),
  }))
  await db.insertInto('revision').values(rows).execute()
  return id
}

async function agesOf(articleId: string) {
  const rows = await db
    .selectFrom('revision')
    .select('savedAt')
    .where('articleId', '=', articleId)
    .orderBy('savedAt', 'desc')
    .execute()
  return rows.map(({ savedAt }) => NOW.getTime() - savedAt.getTime())
}

test('keeps all saved revisions of a day, one per hour of a week, one per day beyond', async () => {
  const ofToday = [0, 5, 10, 15, 20].map((minutes) => minutes * MINUTE_MS)
  // Within one clock hour two days ago, and within one calendar day ten days ago.
  const ofTwoDaysAgo = [0, 10, 20].map((minutes) => 2 * DAY_MS + minutes * MINUTE_MS)
  const ofTenDaysAgo = [0, 2, 4, 6].map((hours) => 10 * DAY_MS + hours * HOUR_MS)
  const id = await withAges([...ofToday, ...ofTwoDaysAgo, ...ofTenDaysAgo])
  await thinRevisions(db, NOW)
  expect(await agesOf(id)).toEqual([...ofToday, 2 * DAY_MS, 10 * DAY_MS])
  await thinRevisions(db, NOW)
  expect(await agesOf(id)).toHaveLength(7)
})

test('keeps publications, submissions and restores', async () => {
  const ages = [0, 1, 2].map((minutes) => 20 * DAY_MS + minutes * MINUTE_MS)
  const id = await withAges(ages, 'published')
  for (const kind of ['submitted', 'restored'] as const) await withAges(ages, kind, id)
  await thinRevisions(db, NOW)
  expect(await agesOf(id)).toHaveLength(9)
})

test('keeps at most 200 per article, dropping saved ones first', async () => {
  const minutes = Array.from({ length: 150 }, (_, index) => index * MINUTE_MS)
  const published = minutes.slice(0, 100).map((age) => age + 3 * DAY_MS)
  const id = await withAges(minutes)
  await withAges(published, 'published', id)
  const other = await withAges([0])
  await thinRevisions(db, NOW)
  expect(await agesOf(id)).toEqual([...minutes.slice(0, 100), ...published])
  expect(await agesOf(other)).toHaveLength(1)
})

test('the revisions of the last submissions stay, however many newer ones there are', async () => {
  const ages = Array.from({ length: 204 }, (_, nth) => (nth + 1) * MINUTE_MS)
  const id = await withAges(ages, 'published')
  const oldest = await db
    .selectFrom('revision')
    .select('id')
    .where('articleId', '=', id)
    .orderBy('savedAt')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('reviewSubmission')
    .values({ id: newId(), articleId: id, revisionId: oldest.id, at: NOW })
    .execute()
  await thinRevisions(db, NOW)
  expect(await agesOf(id)).toEqual([...ages.slice(0, 199), 204 * MINUTE_MS])
})
