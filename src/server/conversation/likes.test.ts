import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { anArticle } from '#test/articles.ts'
import { anEstablishedPerson, as, expectCountsToMatch } from '#test/conversation.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { getStory } from '#server/reading/story.ts'
import { deleteResponse } from './delete.ts'
import { unlikeResponse, unlikeStory, likeResponse, likeStory } from './likes.ts'
import { getResponse } from './response.ts'
import { respond } from './respond.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

function likeNotifications(articleId: string) {
  return db
    .selectFrom('notificationEvent')
    .select(['kind', 'personId', 'actorId'])
    .where('articleId', '=', articleId)
    .where('kind', 'in', ['like', 'response-like'])
    .execute()
}

test('liking a story twice counts and notifies once', async () => {
  const [author, coAuthor, reader] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db)]
  const { id, slug } = await anArticle(db, author.id, { coAuthorIds: [coAuthor.id] })
  expect(await likeStory(as(db, reader), slug)).toEqual({ liked: true, likes: 1 })
  expect(await likeStory(as(db, reader), id)).toEqual({ liked: true, likes: 1 })
  expect(await getStory(as(db, reader), slug)).toMatchObject({ liked: true, likes: 1 })
  expect(await getStory(aCtx(db), slug)).toMatchObject({ liked: false, likes: 1 })
  expect(await unlikeStory(as(db, reader), slug)).toEqual({ liked: false, likes: 0 })
  expect(await unlikeStory(as(db, reader), slug)).toEqual({ liked: false, likes: 0 })
  expect(await likeStory(as(db, reader), slug)).toEqual({ liked: true, likes: 1 })
  expect(await likeStory(as(db, author), slug)).toEqual({ liked: true, likes: 2 })
  const notifications = await likeNotifications(id)
  expect(
    notifications
      .filter(({ actorId }) => actorId === reader.id)
      .map(({ personId }) => personId)
      .toSorted(),
  ).toEqual([author.id, coAuthor.id].toSorted())
  expect(notifications.filter(({ actorId }) => actorId === author.id)).toMatchObject([
    { kind: 'like', personId: coAuthor.id },
  ])
  // Neither a repeated like nor a like of one's own story raises its popularity.
  expect(await db.selectFrom('engagement').select('kind').where('articleId', '=', id).execute()).toEqual([
    { kind: 'like' },
  ])
  await expectCountsToMatch(db, id)
})

test('liking a response counts and notifies its author', async () => {
  const [author, writer, reader] = [await aPerson(db, 'author'), await anEstablishedPerson(db), await aPerson(db)]
  const { id } = await anArticle(db, author.id)
  const response = await respond(as(db, writer), id, { text: 'Said', parent: null })
  for (const same of [reader, reader]) {
    expect(await likeResponse(as(db, same), response.id)).toEqual({ liked: true, likes: 1 })
  }
  expect(await likeResponse(as(db, writer), response.id)).toEqual({ liked: true, likes: 2 })
  expect(await getResponse(as(db, reader), response.id)).toMatchObject({ liked: true, likes: 2 })
  expect(await getResponse(as(db, author), response.id)).toMatchObject({ liked: false, likes: 2 })
  for (const same of [reader, reader]) {
    expect(await unlikeResponse(as(db, same), response.id)).toEqual({ liked: false, likes: 1 })
  }
  const notifications = (await likeNotifications(id)).filter(({ kind }) => kind === 'response-like')
  expect(notifications).toEqual([{ kind: 'response-like', personId: writer.id, actorId: reader.id }])
  await expectCountsToMatch(db, id)
})

test('a response that readers cannot see cannot be liked', async () => {
  const [author, reader] = [await aPerson(db, 'author'), await aPerson(db)]
  const draft = await anArticle(db, author.id, { publishedAt: undefined })
  for (const ref of [draft.id, draft.slug, newId()]) {
    for (const like of [likeStory, unlikeStory, likeResponse, unlikeResponse]) {
      await expect(like(as(db, reader), ref)).rejects.toMatchObject({ code: 'not-found' })
    }
  }
  const { id } = await anArticle(db, author.id)
  const held = await respond(as(db, reader), id, { text: 'Said', parent: null })
  await expect(likeResponse(as(db, author), held.id)).rejects.toMatchObject({ code: 'wrong-state' })
  await expect(likeResponse(as(db, await aPerson(db)), held.id)).rejects.toMatchObject({ code: 'not-found' })
})

test('concurrent likes and unlikes by forty people keep the counts correct', async () => {
  const author = await aPerson(db, 'author')
  const people = await Promise.all(Array.from({ length: 40 }, () => aPerson(db)))
  const { id } = await anArticle(db, author.id)
  const response = await respond(as(db, author), id, { text: 'Said', parent: null })
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      const person = people[Math.floor(Math.random() * people.length)]
      if (!person) return
      const ctx = as(db, person)
      await (Math.random() < 0.6 ? likeStory(ctx, id) : unlikeStory(ctx, id))
      await (Math.random() < 0.6 ? likeResponse(ctx, response.id) : unlikeResponse(ctx, response.id))
    }),
  )
  const rows = await db.selectFrom('storyLike').select('personId').where('articleId', '=', id).execute()
  expect(await getStory(aCtx(db), id)).toMatchObject({ likes: rows.length })
  await expectCountsToMatch(db, id)
})

test('concurrent replies, likes and deletions keep the counts correct', async () => {
  const author = await aPerson(db, 'author')
  const people = await Promise.all(Array.from({ length: 10 }, () => anEstablishedPerson(db)))
  const { id } = await anArticle(db, author.id)
  const threads = await Promise.all(
    people.map((person) => respond(as(db, person), id, { text: 'Thread', parent: null })),
  )
  await Promise.all(
    Array.from({ length: 100 }, async (_none, nth) => {
      const person = people[nth % 10]
      const thread = threads[Math.floor(nth / 10)]
      if (!person || !thread) return
      const ctx = as(db, person)
      // Threads are deleted while people reply. A late call may be refused but must not fail in another way.
      const late = (error: unknown) => expect(error).toMatchObject({ name: 'Refusal' })
      const reply = await respond(ctx, id, { text: `Reply ${nth}`, parent: thread.id }).catch(late)
      await likeResponse(ctx, thread.id).catch(late)
      if (reply && nth % 2 === 0) await deleteResponse(ctx, reply.id)
      if (nth % 25 === 7) await deleteResponse(as(db, { ...person, role: 'editor' }), thread.id)
    }),
  )
  await expectCountsToMatch(db, id)
})
