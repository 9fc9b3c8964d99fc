import { beforeAll, describe, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { anArticle } from '#test/articles.ts'
import { aBlock, anEstablishedPerson, as, expectCountsToMatch, notifiedOf } from '#test/conversation.ts'
import { aCtx, aPerson, type TestPerson } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { updateSetting } from '#server/settings/site.ts'
import { listChangesSince } from '#server/live/response-changes.ts'
import { deleteResponse } from './delete.ts'
import { editResponse } from './edit.ts'
import { getReviewRule } from './hold-reason.ts'
import { approveResponse, hideResponse } from './moderate.ts'
import { listMentionable } from './mentions.ts'
import { getResponse } from './response.ts'
import { listThreads } from './threads.ts'
import { respond } from './respond.ts'

let db: Db
let author: TestPerson
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await anEstablishedPerson(db, 'author')
})

const said = (text: string, parent: string | null = null) => ({ text, parent })
const articleOf = (given: Parameters<typeof anArticle>[2] = {}) => anArticle(db, author.id, given)

describe('a response', () => {
  test('is shown, counted, sent to open pages, and the story authors are notified', async () => {
    const [reader, coAuthor] = [await anEstablishedPerson(db), await anEstablishedPerson(db)]
    const { id, slug } = await articleOf({ coAuthorIds: [coAuthor.id] })
    const forgotten: string[] = []
    const ctx = as(db, reader, { dropCached: (names) => void forgotten.push(...names) })
    const response = await respond(ctx, slug, said('Well said.'))
    expect(response).toMatchObject({ state: 'shown', parent: null, author: { id: reader.id }, text: 'Well said.' })
    expect(response).toMatchObject({ byStoryAuthor: false, can: { edit: true, delete: true }, likes: 0, replies: 0 })
    expect(await listThreads(aCtx(db), slug, { sort: 'best', limit: 20 })).toMatchObject({ count: 1 })
    expect(await notifiedOf(db, response.id)).toEqual(
      new Map([
        [author.id, 'response'],
        [coAuthor.id, 'response'],
      ]),
    )
    expect(forgotten).toContain(`responses:${id}`)
    expect(forgotten).toContain(`live:response:${id}:${response.id}:-:new`)
    const engagement = await db.selectFrom('engagement').select('kind').where('articleId', '=', id).execute()
    expect(engagement).toEqual([{ kind: 'response' }])
    await expectCountsToMatch(db, id)
  })

  test('by a story author does not count as engagement', async () => {
    const { id } = await articleOf()
    await respond(as(db, author), id, said('Thank you all.'))
    expect(await db.selectFrom('engagement').select('kind').where('articleId', '=', id).execute()).toEqual([])
  })

  test('to a reply joins the thread and notifies the author of the reply', async () => {
    const [first, second, third] = [
      await anEstablishedPerson(db),
      await anEstablishedPerson(db),
      await anEstablishedPerson(db),
    ]
    const { id } = await articleOf()
    const thread = await respond(as(db, first), id, said('One'))
    const reply = await respond(as(db, second), id, said('Two', thread.id))
    const answer = await respond(as(db, third), id, said('Three', reply.id))
    expect([reply.parent, answer.parent]).toEqual([thread.id, thread.id])
    expect(await notifiedOf(db, answer.id)).toEqual(
      new Map([
        [author.id, 'response'],
        [first.id, 'reply'],
        [second.id, 'mention'],
      ]),
    )
    expect(answer.pieces).toEqual([{ text: 'Three' }])
    expect(await getResponse(aCtx(db), thread.id)).toMatchObject({ replies: 2 })
    await expectCountsToMatch(db, id)
  })

  test('notifies each person once: a mention before a reply before a response', async () => {
    const [writer, friend] = [await anEstablishedPerson(db), await anEstablishedPerson(db)]
    const { id } = await articleOf()
    const thread = await respond(as(db, author), id, said('What do you think?'))
    const text = `@${friend.handle} and @${author.handle} and @${writer.handle} and @nobody-of-that-name`
    const { id: replyId, pieces } = await respond(as(db, writer), id, said(text, thread.id))
    expect(await notifiedOf(db, replyId)).toEqual(
      new Map([
        [author.id, 'mention'],
        [friend.id, 'mention'],
      ]),
    )
    expect(pieces.filter((piece) => 'mention' in piece)).toHaveLength(3)
    const other = await respond(as(db, writer), id, said('Plainly', thread.id))
    expect(await notifiedOf(db, other.id)).toEqual(new Map([[author.id, 'reply']]))
  })

  test('mentions twenty people at most', async () => {
    const writer = await anEstablishedPerson(db)
    const { id } = await articleOf()
    const crowd = await Promise.all(Array.from({ length: 22 }, () => aPerson(db)))
    const response = await respond(as(db, writer), id, said(crowd.map(({ handle }) => `@${handle}`).join(' ')))
    expect((await notifiedOf(db, response.id)).size).toBe(21)
  })

  test('is idempotent by key, also for concurrent requests', async () => {
    const reader = await anEstablishedPerson(db)
    const [{ id }, other] = [await articleOf(), await articleOf()]
    const sent = { ...said('Once'), key: newId() }
    const all = await Promise.all(Array.from({ length: 8 }, () => respond(as(db, reader), id, sent)))
    expect(new Set(all.map((one) => one.id)).size).toBe(1)
    expect(await respond(as(db, reader), id, { ...sent, text: 'Changed' })).toMatchObject({ text: 'Once' })
    await expect(respond(as(db, reader), other.id, sent)).rejects.toMatchObject({ code: 'invalid' })
    // The same key of another person is a different key.
    expect(await respond(as(db, await anEstablishedPerson(db)), id, sent)).not.toMatchObject({ id: all[0]?.id })
    expect(await listThreads(aCtx(db), id, { sort: 'best', limit: 20 })).toMatchObject({ count: 2 })
    await expectCountsToMatch(db, id)
  })

  test('is refused when responses are closed, the text is blank or the story does not exist', async () => {
    const reader = await anEstablishedPerson(db)
    const closed = await articleOf()
    await db.updateTable('article').set({ takesResponses: false }).where('id', '=', closed.id).execute()
    await expect(respond(as(db, reader), closed.id, said('x'))).rejects.toMatchObject({ code: 'not-allowed' })
    const { id } = await articleOf()
    for (const text of ['\u200b', '\u0301', '\u2060\u00a0']) {
      await expect(respond(as(db, reader), id, said(text))).rejects.toMatchObject({ code: 'invalid' })
    }
    const draft = await articleOf({ publishedAt: undefined })
    for (const ref of [draft.id, draft.slug, 'no-such-story', newId()]) {
      await expect(respond(as(db, reader), ref, said('x'))).rejects.toMatchObject({ code: 'not-found' })
    }
    await db.updateTable('article').set({ state: 'removed' }).where('id', '=', id).execute()
    await expect(respond(as(db, reader), id, said('x'))).rejects.toMatchObject({ code: 'not-found' })
  })

  test('cannot reply to a response that is held, hidden, deleted or on another story', async () => {
    const [reader, writer] = [await anEstablishedPerson(db), await anEstablishedPerson(db)]
    const [{ id }, other] = [await articleOf(), await articleOf()]
    const elsewhere = await respond(as(db, writer), other.id, said('Elsewhere'))
    const hidden = await respond(as(db, writer), id, said('Hidden'))
    const kept = await respond(as(db, writer), id, said('Kept'))
    await respond(as(db, reader), id, said('Reply', kept.id))
    await hideResponse(as(db, author), hidden.id)
    await deleteResponse(as(db, writer), kept.id)
    for (const parent of [elsewhere.id, hidden.id, newId()]) {
      await expect(respond(as(db, reader), id, said('x', parent))).rejects.toMatchObject({ code: 'not-found' })
    }
    for (const [person, parent] of [
      [writer, hidden.id],
      [author, hidden.id],
      [reader, kept.id],
    ] as const) {
      await expect(respond(as(db, person), id, said('x', parent))).rejects.toMatchObject({ code: 'wrong-state' })
    }
    await expectCountsToMatch(db, id)
  })

  test('is refused when the author and the writer have blocked each other', async () => {
    const { id } = await articleOf()
    const [blocked, blocking, third] = [
      await anEstablishedPerson(db),
      await anEstablishedPerson(db),
      await anEstablishedPerson(db),
    ]
    await aBlock(db, author.id, blocked.id)
    await aBlock(db, blocking.id, author.id)
    for (const person of [blocked, blocking]) {
      await expect(respond(as(db, person), id, said('x'))).rejects.toMatchObject({ code: 'not-allowed' })
    }
    const thread = await respond(as(db, third), id, said('Hello'))
    const fourth = await anEstablishedPerson(db)
    await aBlock(db, third.id, fourth.id)
    await expect(respond(as(db, fourth), id, said('x', thread.id))).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a held response', () => {
  test('is visible to its author and moderators; counted and notified when approved', async () => {
    const [newcomer, friend, stranger] = [await aPerson(db), await aPerson(db), await anEstablishedPerson(db)]
    const [coAuthor, editor] = [await anEstablishedPerson(db), await anEstablishedPerson(db, 'editor')]
    const { id } = await articleOf({ coAuthorIds: [coAuthor.id] })
    const forgotten: string[] = []
    const ctx = as(db, newcomer, { dropCached: (names) => void forgotten.push(...names) })
    const held = await respond(ctx, id, said(`Hello @${friend.handle}`))
    expect(await getReviewRule(ctx, id)).toEqual({ reviewed: 'all', maxLinks: 2 })
    expect(held).toMatchObject({ state: 'held', heldFor: 'first', can: { edit: true, delete: true, reply: false } })
    expect(forgotten).toEqual([`own:${newcomer.id}`])
    expect(await notifiedOf(db, held.id)).toEqual(new Map())

    for (const person of [newcomer, author, coAuthor, editor]) {
      const page = await listThreads(as(db, person), id, { sort: 'newest', limit: 20 })
      expect(page).toMatchObject({ count: 0, items: [{ response: { id: held.id, state: 'held' } }] })
    }
    for (const ctxOf of [aCtx(db), as(db, stranger), as(db, friend)]) {
      expect(await listThreads(ctxOf, id, { sort: 'newest', limit: 20 })).toMatchObject({ items: [] })
      await expect(getResponse(ctxOf, held.id)).rejects.toMatchObject({ code: 'not-found' })
    }
    await expect(approveResponse(as(db, newcomer), held.id)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(approveResponse(as(db, stranger), held.id)).rejects.toMatchObject({ code: 'not-found' })

    const approving = as(db, coAuthor, { dropCached: (names) => void forgotten.push(...names) })
    expect(await approveResponse(approving, held.id)).toMatchObject({ state: 'shown' })
    expect(await approveResponse(as(db, author), held.id)).toMatchObject({ state: 'shown' })
    expect(forgotten).toContain(`live:response:${id}:${held.id}:-:new`)
    const notified = await notifiedOf(db, held.id)
    expect([notified.get(friend.id), notified.get(newcomer.id)]).toEqual(['mention', 'approval'])
    expect(await getReviewRule(ctx, id)).toEqual({ reviewed: 'some', maxLinks: 2 })
    for (const moderator of [author, coAuthor, editor]) {
      expect(await getReviewRule(as(db, moderator), id)).toEqual({ reviewed: 'none', maxLinks: 2 })
    }
    expect(await getResponse(aCtx(db), held.id)).toMatchObject({ text: held.text })
    expect(await db.selectFrom('engagement').select('kind').where('articleId', '=', id).execute()).toHaveLength(1)
    // The next response is not held.
    expect(await respond(as(db, newcomer), id, said('Again'))).toMatchObject({ state: 'shown' })
    await expectCountsToMatch(db, id)
  })

  test('sends open pages no event that makes other readers fetch it', async () => {
    const newcomer = await aPerson(db)
    const { id } = await articleOf()
    const tags: string[] = []
    const ctx = as(db, newcomer, { dropCached: (names) => void tags.push(...names) })
    const held = await respond(ctx, id, said('Hello'))
    await editResponse(ctx, held.id, 'Hello again')
    await deleteResponse(ctx, held.id)
    expect(tags.filter((tag) => tag.startsWith('live:'))).toEqual([
      `live:response:${id}:${held.id}:-:held`,
      `live:response:${id}:${held.id}:-:gone`,
    ])
    const later = await listChangesSince(aCtx(db), id, 0)
    expect(later).toMatchObject([{ id: held.id, change: 'gone' }])
  })

  test('follows the owner’s settings', async () => {
    const [newcomer, known] = [await aPerson(db), await anEstablishedPerson(db)]
    const { id } = await articleOf()
    await updateSetting(aCtx(db), 'responses.blockedWords', 'casino, Free Money')
    await updateSetting(aCtx(db), 'responses.holdFirst', 'never')
    try {
      expect(await respond(as(db, newcomer), id, said('Hello'))).toMatchObject({ state: 'shown' })
      expect(await respond(as(db, known), id, said('FREE  money here'))).toMatchObject({ state: 'held' })
      expect(await respond(as(db, author), id, said('No casino here, please'))).toMatchObject({ state: 'shown' })
      const links = 'https://a.example https://b.example https://c.example'
      expect(await respond(as(db, known), id, said(links))).toMatchObject({ state: 'held' })
      expect(await respond(as(db, author), id, said(links))).toMatchObject({ state: 'shown' })
    } finally {
      await db.deleteFrom('setting').where('key', 'like', 'responses.%').execute()
    }
    await expect(updateSetting(aCtx(db), 'responses.holdFirst', 'sometimes')).rejects.toMatchObject({ code: 'invalid' })
    await expect(updateSetting(aCtx(db), 'responses.blockedWords', [''])).rejects.toMatchObject({ code: 'invalid' })
  })
})

test('mention suggestions list participants first and omit blocked people', async () => {
  const viewer = await anEstablishedPerson(db)
  const mark = newId().slice(0, 8)
  const here = await anEstablishedPerson(db, 'reader', { name: `Zoe ${mark}` })
  const elsewhere = await anEstablishedPerson(db, 'reader', { name: `${mark} of elsewhere` })
  const blocked = await anEstablishedPerson(db, 'reader', { name: `${mark} blocked` })
  const { id } = await articleOf()
  await respond(as(db, here), id, said('Here'))
  await respond(as(db, blocked), id, said('Here too'))
  await aBlock(db, blocked.id, viewer.id)
  expect((await listMentionable(as(db, viewer), id, '')).map((person) => person.id)).toEqual([author.id, here.id])
  const found = await listMentionable(as(db, viewer), id, `@${mark.toUpperCase()}`)
  expect(found.map((person) => person.id)).toEqual([here.id, elsewhere.id])
  expect(await listMentionable(as(db, viewer), id, here.handle)).toMatchObject([{ handle: here.handle }])
})
