import { beforeAll, describe, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { anArticle } from '#test/articles.ts'
import { aClock } from '#test/clock.ts'
import { anEstablishedPerson, as, expectCountsToMatch, notifiedOf } from '#test/conversation.ts'
import { aCtx, aPerson, type TestPerson } from '#test/people.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { deleteResponse } from './delete.ts'
import { editResponse } from './edit.ts'
import { approveResponse, hideResponse } from './moderate.ts'
import { likeResponse } from './likes.ts'
import { getResponse } from './response.ts'
import { pinResponse, unpinResponse } from './pin.ts'
import { reportResponse } from './report.ts'
import { listThreads } from './threads.ts'
import { respond } from './respond.ts'

let db: Db
let author: TestPerson
let writer: TestPerson
let stranger: TestPerson
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await anEstablishedPerson(db, 'author')
  writer = await anEstablishedPerson(db)
  stranger = await anEstablishedPerson(db)
})

const report = { reason: 'spam' as const, note: '' }

async function aTalk() {
  const { id } = await anArticle(db, author.id)
  const say = (text: string, parent: string | null = null, by = writer) => respond(as(db, by), id, { text, parent })
  return { id, say, response: await say('Said') }
}

function row(id: string) {
  return db.selectFrom('response').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe('an edit', () => {
  test('is allowed for 15 minutes, is marked, and notifies newly mentioned people', async () => {
    const { id, say } = await aTalk()
    const [before, after] = [await aPerson(db), await aPerson(db)]
    const { id: responseId } = await say(`Hi @${before.handle}`)
    const clock = aClock()
    clock.pass(14 * MINUTE_MS)
    const edited = await editResponse(as(db, writer, clock), responseId, `Hi @${after.handle}`)
    expect(edited).toMatchObject({ text: `Hi @${after.handle}`, state: 'shown', can: { edit: true } })
    expect(edited.editedAt).not.toBeNull()
    expect(edited.pieces).toContainEqual({ mention: { handle: after.handle, name: after.name } })
    expect([...(await notifiedOf(db, responseId)).keys()].toSorted()).toEqual(
      [author.id, before.id, after.id].toSorted(),
    )
    clock.pass(MINUTE_MS)
    await expect(editResponse(as(db, writer, clock), responseId, 'Late')).rejects.toMatchObject({ code: 'wrong-state' })
    expect(await getResponse(as(db, writer, clock), responseId)).toMatchObject({
      editableUntil: null,
      can: { edit: false },
    })
    await expectCountsToMatch(db, id)
  })

  test('with the same text changes nothing', async () => {
    const { response } = await aTalk()
    expect(await editResponse(as(db, writer), response.id, 'Said')).toMatchObject({ editedAt: null })
  })

  test('is moderated like a new response', async () => {
    const { id, say, response } = await aTalk()
    await pinResponse(as(db, author), response.id)
    await say('Below', response.id, stranger)
    const links = 'https://a.example https://b.example https://c.example'
    expect(await editResponse(as(db, writer), response.id, links)).toMatchObject({ state: 'held', pinned: false })
    await expect(getResponse(aCtx(db), response.id)).rejects.toMatchObject({ code: 'not-found' })
    expect(await listThreads(aCtx(db), id, { sort: 'best', limit: 20 })).toMatchObject({ count: 0 })
    expect(await editResponse(as(db, writer), response.id, 'Sorry')).toMatchObject({ state: 'held' })
    await expectCountsToMatch(db, id)
    await approveResponse(as(db, author), response.id)
    expect(await listThreads(aCtx(db), id, { sort: 'best', limit: 20 })).toMatchObject({ count: 2 })
    await expectCountsToMatch(db, id)
  })

  test('is allowed for its author only', async () => {
    const { response } = await aTalk()
    for (const person of [stranger, author, await aPerson(db, 'editor')]) {
      await expect(editResponse(as(db, person), response.id, 'Mine')).rejects.toMatchObject({ code: 'not-allowed' })
    }
    await expect(editResponse(as(db, writer), newId(), 'x')).rejects.toMatchObject({ code: 'not-found' })
    await expect(editResponse(as(db, writer), response.id, '\u200b')).rejects.toMatchObject({ code: 'invalid' })
    await hideResponse(as(db, author), response.id)
    await expect(editResponse(as(db, writer), response.id, 'x')).rejects.toMatchObject({ code: 'wrong-state' })
    await expect(editResponse(as(db, stranger), response.id, 'x')).rejects.toMatchObject({ code: 'not-found' })
    await deleteResponse(as(db, writer), response.id)
    await expect(editResponse(as(db, writer), response.id, 'x')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a deletion', () => {
  test('removes the text, mentions, likes and reports', async () => {
    const { id, say } = await aTalk()
    const { id: responseId } = await say(`Hi @${stranger.handle}`)
    await likeResponse(as(db, stranger), responseId)
    await reportResponse(as(db, stranger), responseId, report)
    await pinResponse(as(db, author), responseId)
    expect(await deleteResponse(as(db, writer), responseId)).toEqual({})
    expect(await row(responseId)).toMatchObject({ text: '', state: 'deleted', likeCount: 0, pinnedAt: null })
    for (const table of ['responseMention', 'responseLike', 'responseReport'] as const) {
      expect(await db.selectFrom(table).select('responseId').where('responseId', '=', responseId).execute()).toEqual([])
    }
    expect(await deleteResponse(as(db, writer), responseId)).toEqual({})
    await expect(likeResponse(as(db, stranger), responseId)).rejects.toMatchObject({ code: 'not-found' })
    await expectCountsToMatch(db, id)
  })

  test('is allowed for its author and editors', async () => {
    const { id, say, response } = await aTalk()
    for (const person of [stranger, author]) {
      await expect(deleteResponse(as(db, person), response.id)).rejects.toMatchObject({ code: 'not-allowed' })
    }
    await say('Below', response.id, stranger)
    await deleteResponse(as(db, await aPerson(db, 'editor')), response.id)
    for (const person of [writer, stranger]) {
      await expect(pinResponse(as(db, person), response.id)).rejects.toMatchObject({ code: 'not-allowed' })
    }
    await expect(deleteResponse(as(db, stranger), response.id)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(likeResponse(as(db, stranger), response.id)).rejects.toMatchObject({ code: 'wrong-state' })
    await expect(deleteResponse(as(db, stranger), newId())).rejects.toMatchObject({ code: 'not-found' })
    await expectCountsToMatch(db, id)
  })
})

describe('a pin', () => {
  test('replaces the previous pin, also for concurrent requests', async () => {
    const { id, say, response } = await aTalk()
    const others = [await say('Two'), await say('Three'), await say('Four')]
    expect(await pinResponse(as(db, author), response.id)).toMatchObject({ pinned: true })
    await Promise.all(others.map((other) => pinResponse(as(db, author), other.id)))
    const pinned = await db
      .selectFrom('response')
      .select('id')
      .where('articleId', '=', id)
      .where('pinnedAt', 'is not', null)
      .execute()
    expect(pinned).toHaveLength(1)
    const last = pinned[0]?.id ?? ''
    expect(await pinResponse(as(db, author), last)).toMatchObject({ pinned: true })
    expect(await unpinResponse(as(db, author), last)).toMatchObject({ pinned: false })
    expect(await unpinResponse(as(db, author), last)).toMatchObject({ pinned: false })
  })

  test('is allowed for story authors and editors, and not on replies', async () => {
    const { say, response } = await aTalk()
    const reply = await say('Below', response.id)
    for (const person of [writer, stranger, await aPerson(db, 'author')]) {
      await expect(pinResponse(as(db, person), response.id)).rejects.toMatchObject({ code: 'not-allowed' })
      await expect(unpinResponse(as(db, person), response.id)).rejects.toMatchObject({ code: 'not-allowed' })
    }
    await expect(pinResponse(as(db, author), reply.id)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(pinResponse(as(db, author), newId())).rejects.toMatchObject({ code: 'not-found' })
    expect(await pinResponse(as(db, await aPerson(db, 'editor')), response.id)).toMatchObject({ pinned: true })
    expect(await hideResponse(as(db, author), response.id)).toMatchObject({ pinned: false, state: 'hidden' })
  })
})

describe('hiding', () => {
  test('hides a response with its replies, and approval shows it again', async () => {
    const { id, say, response } = await aTalk()
    const reply = await say('Below', response.id, stranger)
    await say('Below too', response.id, stranger)
    const count = async () => (await listThreads(aCtx(db), id, { sort: 'best', limit: 20 })).count
    await hideResponse(as(db, author), reply.id)
    expect(await count()).toBe(2)
    await hideResponse(as(db, author), response.id)
    expect(await hideResponse(as(db, author), response.id)).toMatchObject({ state: 'hidden' })
    expect(await count()).toBe(0)
    await approveResponse(as(db, author), reply.id)
    expect(await count()).toBe(0)
    await expectCountsToMatch(db, id)
    await approveResponse(as(db, author), response.id)
    expect(await count()).toBe(3)
    await expectCountsToMatch(db, id)
  })

  test('is allowed for story authors and editors', async () => {
    const { id, say, response } = await aTalk()
    for (const person of [writer, stranger]) {
      await expect(hideResponse(as(db, person), response.id)).rejects.toMatchObject({ code: 'not-allowed' })
      await expect(approveResponse(as(db, person), response.id)).rejects.toMatchObject({ code: 'not-allowed' })
    }
    const own = await say('My own', null, author)
    await expect(hideResponse(as(db, author), own.id)).rejects.toMatchObject({ code: 'not-allowed' })
    await hideResponse(as(db, await aPerson(db, 'editor')), own.id)
    await expect(approveResponse(as(db, author), own.id)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(hideResponse(as(db, author), newId())).rejects.toMatchObject({ code: 'not-found' })
    await expectCountsToMatch(db, id)
  })
})

describe('a report', () => {
  test('counts once per person; three hold the response until it is reviewed, then the count restarts', async () => {
    const { id, response } = await aTalk()
    const people = [stranger, ...(await Promise.all(Array.from({ length: 5 }, () => aPerson(db))))]
    const [first, second, third, ...later] = people.map((person) => as(db, person))
    if (!first || !second || !third) throw new Error('There are too few people')
    for (const ctx of [first, first, first, second]) expect(await reportResponse(ctx, response.id, report)).toEqual({})
    expect(await row(response.id)).toMatchObject({ state: 'shown' })
    await reportResponse(third, response.id, { reason: 'other', note: '<b>Rude</b>' })
    expect(await row(response.id)).toMatchObject({ state: 'held', heldFor: 'reports' })
    await expectCountsToMatch(db, id)
    await approveResponse(as(db, author), response.id)
    for (const ctx of later.slice(0, 2)) await reportResponse(ctx, response.id, report)
    expect(await row(response.id)).toMatchObject({ state: 'shown', heldFor: null })
    for (const ctx of later) await reportResponse(ctx, response.id, report)
    expect(await row(response.id)).toMatchObject({ state: 'held' })
    // The response counts as engagement only once.
    expect(await db.selectFrom('engagement').select('kind').where('articleId', '=', id).execute()).toHaveLength(1)
    await expectCountsToMatch(db, id)
  })

  test('of your own or an invisible response is refused', async () => {
    const { response } = await aTalk()
    await expect(reportResponse(as(db, writer), response.id, report)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(reportResponse(as(db, writer), newId(), report)).rejects.toMatchObject({ code: 'not-found' })
    await hideResponse(as(db, author), response.id)
    await expect(reportResponse(as(db, stranger), response.id, report)).rejects.toMatchObject({ code: 'not-found' })
    await expect(reportResponse(as(db, author), response.id, report)).rejects.toMatchObject({ code: 'not-allowed' })
  })
})
