import { beforeAll, expect, test } from 'vitest'
import { aDraft, articleRow } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import type { Viewer } from '#contract/identity.ts'
import { HAPPENINGS } from '#server/notifications/tell.ts'
import { setDisabled } from '#server/people/accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { setCoAuthors } from './co-authors.ts'
import { setFeatured } from './featured.ts'
import { presentArticle } from './present.ts'
import { listRevisions } from './revisions.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

/** As this person; which pages are forgotten after a commit is noted. */
function as(viewer: TestPerson, forgotten: string[] = []): Ctx<Viewer> {
  const forget = (names: Iterable<string>) => {
    forgotten.push(...[...names].filter((name) => name !== HAPPENINGS))
  }
  return { ...aCtx(db, { forget }), viewer }
}

test('those who write with its author are kept in the order of the byline', async () => {
  const [ada, bob, cleo] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  const forgotten: string[] = []
  for (const people of [[cleo.id, bob.id], [bob.id, cleo.id], [bob.id], []]) {
    expect((await setCoAuthors(as(ada, forgotten), id, people)).map((person) => person.id)).toEqual(people)
  }
  expect(forgotten).toEqual([])
  await db.updateTable('article').set({ state: 'published', publishedAt: new Date() }).where('id', '=', id).execute()
  await setCoAuthors(as(ada, forgotten), id, [bob.id])
  expect(forgotten).toEqual([`article:${id}`])
})

test('whoever is taken off cannot open it from then on', async () => {
  const [ada, bob] = [await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  await setCoAuthors(as(ada), id, [bob.id])
  expect((await listRevisions(as(bob), id, { limit: 5 })).items).toEqual([])
  await setCoAuthors(as(ada), id, [])
  await expect(listRevisions(as(bob), id, { limit: 5 })).rejects.toMatchObject({ code: 'not-found' })
})

test('its author and editors choose them, those who write with them do not, and strangers learn nothing', async () => {
  const [ada, bob, stranger, editor] = [
    await aPerson(db),
    await aPerson(db),
    await aPerson(db, 'author'),
    await aPerson(db, 'editor'),
  ]
  const { id } = await aDraft(db, ada.id, { coAuthors: [bob.id] })
  await expect(setCoAuthors(as(bob), id, [])).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(setCoAuthors(as(stranger), id, [stranger.id])).rejects.toMatchObject({ code: 'not-found' })
  expect(await setCoAuthors(as(editor), id, [])).toEqual([])
})

test.each(['published', 'scheduled'] as const)(
  'of a story that is %s, whoever may not publish does not change the byline',
  async (state) => {
    const [ada, bob, editor] = [await aPerson(db), await aPerson(db), await aPerson(db, 'editor')]
    const { id } = await aDraft(db, ada.id, { state })
    await expect(setCoAuthors(as(ada), id, [bob.id])).rejects.toMatchObject({ code: 'not-allowed' })
    expect((await presentArticle(as(ada), id)).may.invite).toBe(false)
    expect(await setCoAuthors(as(editor), id, [bob.id])).toMatchObject([{ id: bob.id }])
    expect(await setCoAuthors(as({ ...ada, role: 'author' }), id, [])).toEqual([])
  },
)

test('nobody who is not there, is hidden, is its author or stands there twice', async () => {
  const [ada, bob, gone] = [await aPerson(db), await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id, { coAuthors: [bob.id] })
  await setDisabled(aCtx(db), gone.uid, true)
  for (const people of [[newId()], [gone.id], [ada.id], [bob.id, bob.id]]) {
    const path = ['body', 'people', String(people.length - 1)]
    await expect(setCoAuthors(as(ada), id, people)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path }] },
    })
  }
  const kept = await db.selectFrom('articleCoAuthor').select('personId').where('articleId', '=', id).execute()
  expect(kept).toEqual([{ personId: bob.id }])
})

test('two choices at once leave one of them, not a mixture', async () => {
  const [ada, bob, cleo] = [await aPerson(db), await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  await Promise.all([setCoAuthors(as(ada), id, [bob.id]), setCoAuthors(as(ada), id, [cleo.id])])
  expect(await db.selectFrom('articleCoAuthor').select('personId').where('articleId', '=', id).execute()).toHaveLength(
    1,
  )
})

test('a published story is put on the front page, and any can be taken away', async () => {
  const editor = await aPerson(db, 'editor')
  const forgotten: string[] = []
  const story = await aDraft(db, editor.id, { state: 'published' })
  expect(await setFeatured(as(editor, forgotten), story.id, true)).toEqual({ featured: true })
  expect((await articleRow(db, story.id)).featured).toBe(true)
  expect(forgotten).toEqual([`article:${story.id}`, 'latest'])
  const draft = await aDraft(db, editor.id)
  await expect(setFeatured(as(editor), draft.id, true)).rejects.toMatchObject({
    code: 'wrong-state',
    details: { state: 'draft' },
  })
  expect(await setFeatured(as(editor), draft.id, false)).toEqual({ featured: false })
})
