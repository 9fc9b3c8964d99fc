import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, aDraft, anArticle, draftRow } from '#test/articles.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { aLibraryPicture } from '#test/workflow.ts'
import type { Viewer } from '#contract/viewer.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { restoreRevision } from './restore.ts'
import { getRevision, createRevision, listRevisions, sampleRevision } from './revisions.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const clock = aClock()
function as(viewer: TestPerson): Ctx<Viewer> {
  return { ...aCtx(db, { now: clock.now }), viewer }
}

/** Changes the rows as a save does. */
async function save(ctx: Ctx<Viewer>, id: string, text: string) {
  await inTransaction(ctx, async (tx) => {
    const { version } = await draftRow(tx.db, id)
    await tx.db
      .updateTable('draft')
      .set({ version: version + 1, body: JSON.stringify(aDocument(text)), savedBy: ctx.viewer.id, savedAt: tx.now() })
      .where('articleId', '=', id)
      .execute()
    await sampleRevision(tx, id)
  })
}

async function texts(ctx: Ctx<Viewer>, id: string) {
  const { items } = await listRevisions(ctx, id, { limit: 50 })
  const all = await Promise.all(items.map((item) => getRevision(ctx, id, item.id)))
  return all.map(({ kind, version, body }) => `${kind} ${version} ${JSON.stringify(body).match(/"text":"(.*?)"/)?.[1]}`)
}

describe('while a draft is edited', () => {
  test('a revision is made of the first save, then one every five minutes', async () => {
    const ada = as(await aPerson(db))
    const { id } = await aDraft(db, ada.viewer.id)
    await save(ada, id, 'one')
    clock.pass(4 * MINUTE_MS)
    await save(ada, id, 'two')
    expect(await texts(ada, id)).toEqual(['saved 2 one'])
    clock.pass(1.5 * MINUTE_MS)
    await save(ada, id, 'three')
    expect(await texts(ada, id)).toEqual(['saved 4 three', 'saved 2 one'])
  })

  test('a transition creates a revision dated by the transition', async () => {
    const ada = as(await aPerson(db))
    const { id, title } = await aDraft(db, ada.viewer.id, { body: aDocument('As it is'), wordCount: 3 })
    clock.pass(MINUTE_MS)
    await createRevision(ada, id, 'submitted')
    const [card] = (await listRevisions(ada, id, { limit: 5 })).items
    expect(card).toMatchObject({ kind: 'submitted', version: 1, title, words: 3, savedBy: { id: ada.viewer.id } })
    expect(Date.parse(card?.savedAt ?? '')).toBeGreaterThan((await draftRow(db, id)).savedAt.getTime())
    expect(await getRevision(ada, id, card?.id ?? '')).toMatchObject({ body: aDocument('As it is'), subtitle: '' })
  })
})

test('revisions are listed newest first, across pages, without repeats', async () => {
  const ada = as(await aPerson(db))
  const { id } = await aDraft(db, ada.viewer.id)
  const still = { ...ada, now: () => new Date('2026-03-04T05:06:07.891Z') }
  for (let index = 0; index < 7; index++) await createRevision(still, id, 'published')
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await listRevisions(ada, id, { limit: 3, before })
    seen.push(...page.items.map((item) => item.id))
    before = page.next ?? undefined
  } while (before)
  expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  await expect(listRevisions(ada, id, { limit: 3, before: 'x' })).rejects.toMatchObject({ code: 'invalid' })
})

describe('restoring a revision', () => {
  async function twoTexts() {
    const ada = as(await aPerson(db))
    const article = await aDraft(db, ada.viewer.id, { body: aDocument('Old words'), title: 'Old', subtitle: 'Before' })
    await createRevision(ada, article.id, 'published')
    clock.pass(1000)
    await db
      .updateTable('draft')
      .set({
        version: 2,
        title: 'New',
        subtitle: '',
        body: JSON.stringify(aDocument('New words')),
        savedAt: clock.now(),
      })
      .where('articleId', '=', article.id)
      .execute()
    clock.pass(1000)
    const [old] = (await listRevisions(ada, article.id, { limit: 5 })).items
    return { ada, id: article.id, revision: old?.id ?? '' }
  }

  test('replaces the working copy, which gets a revision first', async () => {
    const { ada, id, revision } = await twoTexts()
    const article = await restoreRevision(ada, id, revision, 2)
    expect(article).toMatchObject({
      title: 'Old',
      subtitle: 'Before',
      version: 3,
      changed: true,
      body: aDocument('Old words'),
    })
    expect(await draftRow(db, id)).toMatchObject({
      plain: 'Old words',
      html: '<p>Old words</p>',
      wordCount: 2,
      savedBy: ada.viewer.id,
    })
    expect(await texts(ada, id)).toEqual(['restored 3 Old words', 'saved 2 New words', 'published 1 Old words'])
  })

  test('equal to the published text leaves no unpublished changes', async () => {
    const ada = as(await aPerson(db))
    const { id } = await anArticle(db, ada.viewer.id, { body: aDocument('As published') })
    const [shown] = (await listRevisions(ada, id, { limit: 5 })).items
    await saveDraft(ada, id, { body: aDocument('Not yet'), version: 1, save: 'a' })
    const [other] = (await listRevisions(ada, id, { limit: 5 })).items
    expect(await restoreRevision(ada, id, shown?.id ?? '', 2)).toMatchObject({ version: 3, changed: false })
    expect(other?.id).not.toBe(shown?.id)
    expect(await restoreRevision(ada, id, other?.id ?? '', 3)).toMatchObject({ version: 4, changed: true })
  })

  test('creates one revision of the replaced text', async () => {
    const { ada, id, revision } = await twoTexts()
    await createRevision(ada, id, 'submitted')
    clock.pass(1000)
    await restoreRevision(ada, id, revision, 2)
    expect(await texts(ada, id)).toEqual(['restored 3 Old words', 'submitted 2 New words', 'published 1 Old words'])
  })

  test('is refused after another save, with the person and time', async () => {
    const { ada, id, revision } = await twoTexts()
    const { savedAt } = await draftRow(db, id)
    const { handle, name, id: personId } = ada.viewer
    await expect(restoreRevision(ada, id, revision, 1)).rejects.toMatchObject({
      code: 'version-conflict',
      details: { version: 2, savedAt: savedAt.toISOString(), savedBy: { id: personId, handle, name } },
    })
    expect((await draftRow(db, id)).title).toBe('New')
    expect(await texts(ada, id)).toHaveLength(1)
  })

  test('twice concurrently is applied once', async () => {
    const { ada, id, revision } = await twoTexts()
    const outcomes = await Promise.allSettled([1, 2].map(() => restoreRevision(ada, id, revision, 2)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await draftRow(db, id)).version).toBe(3)
  })

  test('drops media references of the replaced text, unless published', async () => {
    const ada = as(await aPerson(db, 'author'))
    for (const state of ['draft', 'published'] as const) {
      const media = await aLibraryPicture(db, ada.viewer.id)
      const { id } = await aDraft(db, ada.viewer.id, { state, body: aDocument('Words') })
      await createRevision(ada, id, 'submitted')
      const [old] = (await listRevisions(ada, id, { limit: 5 })).items
      const body = { type: 'doc' as const, content: [{ type: 'image', attrs: { media } }] }
      await saveDraft(ada, id, { body, version: 1, save: 'a' })
      await restoreRevision(ada, id, old?.id ?? '', 2)
      const uses = await db.selectFrom('mediaUse').select('mediaId').where('ref', '=', id).execute()
      expect(uses).toHaveLength(state === 'draft' ? 0 : 1)
    }
  })

  test('leaves out pictures that were deleted since', async () => {
    const { ada, id } = await twoTexts()
    const image = { type: 'image', attrs: { media: newId(), src: '/media/x-y/320.jpg', alt: '' } }
    const body = {
      type: 'doc' as const,
      content: [{ type: 'gallery', content: [image] }, ...aDocument('Words').content],
    }
    await db
      .updateTable('revision')
      .set({ body: JSON.stringify(body) })
      .where('articleId', '=', id)
      .execute()
    const [old] = (await listRevisions(ada, id, { limit: 5 })).items
    expect((await restoreRevision(ada, id, old?.id ?? '', 2)).body).toEqual(aDocument('Words'))
  })

  test('is refused for a trashed article and for a revision of another article', async () => {
    const { ada, id, revision } = await twoTexts()
    const other = await aDraft(db, ada.viewer.id)
    await expect(restoreRevision(ada, other.id, revision, 1)).rejects.toMatchObject({ code: 'not-found' })
    await db.updateTable('article').set({ state: 'trashed', trashedAt: new Date() }).where('id', '=', id).execute()
    await expect(restoreRevision(ada, id, revision, 2)).rejects.toMatchObject({
      code: 'wrong-state',
      details: { state: 'trashed' },
    })
  })
})
