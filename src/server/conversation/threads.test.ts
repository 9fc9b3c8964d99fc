import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { anArticle } from '#test/articles.ts'
import { aBlock, anEstablishedPerson, as, expectCountsToMatch } from '#test/conversation.ts'
import { aCtx, aPerson, type TestPerson } from '#test/people.ts'
import { type ResponseSort, type Thread, responseSorts } from '#contract/conversation/conversation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createResponse } from './insert-response.ts'
import { deleteResponse } from './delete.ts'
import { hideResponse } from './moderate.ts'
import { likeResponse } from './likes.ts'
import { getResponse } from './response.ts'
import { pinResponse } from './pin.ts'
import { listReplies, listThreads } from './threads.ts'

let db: Db
let author: TestPerson
let reader: TestPerson
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await anEstablishedPerson(db, 'author')
  reader = await anEstablishedPerson(db)
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

/** A story with this many threads, `T0` and so on, a minute apart. */
async function aTalk(threads: number, by = reader) {
  const { id, slug } = await anArticle(db, author.id)
  const ids: string[] = []
  for (let n = 0; n < threads; n++) {
    ids.push((await createResponse(aCtx(db), { articleId: id, authorId: by.id, text: `T${n}`, createdAt: at(n) })).id)
  }
  return {
    id,
    slug,
    ids,
    reply: (text: string, to = 0, person = reader, minute = 100) => replyTo(id, ids[to], text, person, minute),
  }
}

function replyTo(articleId: string, parentId: string | undefined, text: string, by: TestPerson, minute: number) {
  return createResponse(aCtx(db), {
    articleId,
    authorId: by.id,
    parentId: parentId ?? null,
    text,
    createdAt: at(minute),
  })
}

const texts = (threads: Thread[]) => threads.map(({ response }) => response.text)

/** The items of all pages. */
async function all(ctx: Ctx, ref: string, wanted: { sort: ResponseSort; limit: number; at?: string }) {
  const threads: Thread[] = []
  let before: string | undefined
  do {
    const page = await listThreads(ctx, ref, { ...wanted, before })
    expect(page.items.length).toBeLessThanOrEqual(wanted.limit)
    threads.push(...page.items)
    before = page.next ?? undefined
    expect((before ?? '').length).toBeLessThanOrEqual(120)
  } while (before)
  return threads
}

test('threads are paginated by likes, newest or oldest, without duplicates', async () => {
  const { id, ids } = await aTalk(7)
  await likeResponse(as(db, author), ids[3] ?? '')
  await likeResponse(as(db, reader), ids[3] ?? '')
  await likeResponse(as(db, reader), ids[5] ?? '')
  expect(texts(await all(aCtx(db), id, { sort: 'oldest', limit: 2 }))).toEqual([
    'T0',
    'T1',
    'T2',
    'T3',
    'T4',
    'T5',
    'T6',
  ])
  expect(texts(await all(aCtx(db), id, { sort: 'newest', limit: 3 }))).toEqual([
    'T6',
    'T5',
    'T4',
    'T3',
    'T2',
    'T1',
    'T0',
  ])
  const best = texts(await all(aCtx(db), id, { sort: 'best', limit: 2 }))
  expect(best.slice(0, 2)).toEqual(['T3', 'T5'])
  expect(best.toSorted()).toEqual(['T0', 'T1', 'T2', 'T3', 'T4', 'T5', 'T6'])
})

test('the pinned thread comes first, once, in every order', async () => {
  const { id, ids } = await aTalk(5)
  await pinResponse(as(db, author), ids[2] ?? '')
  for (const sort of responseSorts) {
    const threads = texts(await all(aCtx(db), id, { sort, limit: 2 }))
    expect(threads[0], sort).toBe('T2')
    expect(threads.toSorted(), sort).toEqual(['T0', 'T1', 'T2', 'T3', 'T4'])
  }
})

test('a thread includes its first three replies; the rest is paginated', async () => {
  const talk = await aTalk(2)
  for (let n = 0; n < 8; n++) await talk.reply(`R${n}`, 0, reader, 100 + n)
  const [thread] = (await listThreads(aCtx(db), talk.id, { sort: 'oldest', limit: 20 })).items
  expect(thread?.response.replies).toBe(8)
  const read = thread?.replies.items.map(({ text }) => text) ?? []
  expect(read).toEqual(['R0', 'R1', 'R2'])
  let before = thread?.replies.next ?? undefined
  while (before) {
    const page = await listReplies(aCtx(db), talk.ids[0] ?? '', { before, limit: 2 })
    read.push(...page.items.map(({ text }) => text))
    before = page.next ?? undefined
  }
  expect(read).toEqual(['R0', 'R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7'])
  const { items } = await listThreads(aCtx(db), talk.id, { sort: 'oldest', limit: 20 })
  expect(items[1]?.replies).toEqual({ items: [], next: null })
})

test('a link to a response or late reply puts its thread before the pinned one', async () => {
  const talk = await aTalk(6)
  await pinResponse(as(db, author), talk.ids[5] ?? '')
  for (let n = 0; n < 5; n++) await talk.reply(`R${n}`, 3, reader, 100 + n)
  const late = await talk.reply('Late', 3, reader, 200)
  const threads = await all(aCtx(db), talk.id, { sort: 'oldest', limit: 3, at: late.id })
  expect(texts(threads)).toEqual(['T3', 'T5', 'T0', 'T1', 'T2', 'T4'])
  const replies = threads[0]?.replies
  expect(replies?.items.map(({ text }) => text)).toEqual(['R0', 'R1', 'R2', 'Late'])
  const rest = await listReplies(aCtx(db), talk.ids[3] ?? '', { before: replies?.next ?? '', limit: 20 })
  expect(rest).toMatchObject({ items: [{ text: 'R3' }, { text: 'R4' }], next: null })

  const pinned = await all(aCtx(db), talk.id, { sort: 'newest', limit: 2, at: talk.ids[5] ?? '' })
  expect(texts(pinned)).toEqual(['T5', 'T4', 'T3', 'T2', 'T1', 'T0'])
  // A link to a deleted response, or to one of another story, opens the whole conversation.
  const other = await aTalk(1)
  for (const id of [newId(), other.ids[0] ?? '']) {
    expect(texts(await all(aCtx(db), talk.id, { sort: 'oldest', limit: 3, at: id }))[0]).toBe('T5')
  }
})

test('responses across a block are hidden in both directions, with their replies', async () => {
  const [viewer, blocked, blocking] = [
    await anEstablishedPerson(db),
    await anEstablishedPerson(db),
    await anEstablishedPerson(db),
  ]
  await aBlock(db, viewer.id, blocked.id)
  await aBlock(db, blocking.id, viewer.id)
  const talk = await aTalk(1)
  const theirs: string[] = []
  for (const [n, person] of [blocked, blocking].entries()) {
    const thread = await createResponse(aCtx(db), {
      articleId: talk.id,
      authorId: person.id,
      text: 'Theirs',
      createdAt: at(50 + n),
    })
    const below = await replyTo(talk.id, thread.id, 'Below theirs', reader, 60)
    const reply = await talk.reply('Their reply', 0, person, 70 + n)
    theirs.push(thread.id, below.id, reply.id)
  }
  await talk.reply('Another', 0, reader, 80)
  const seen = await listThreads(as(db, viewer), talk.id, { sort: 'oldest', limit: 20 })
  expect(seen).toMatchObject({
    count: 8,
    items: [{ response: { text: 'T0' }, replies: { items: [{ text: 'Another' }] } }],
  })
  expect(seen.items).toHaveLength(1)
  for (const id of theirs) await expect(getResponse(as(db, viewer), id)).rejects.toMatchObject({ code: 'not-found' })
  expect((await listReplies(as(db, viewer), talk.ids[0] ?? '', { limit: 20 })).items).toHaveLength(1)
  expect((await listThreads(aCtx(db), talk.id, { sort: 'oldest', limit: 20 })).items).toHaveLength(3)

  // A block does not hide responses from moderators.
  await aBlock(db, blocking.id, author.id)
  await aBlock(db, author.id, blocked.id)
  const kept = await listThreads(as(db, author), talk.id, { sort: 'oldest', limit: 20 })
  expect(kept.items.map(({ response }) => response.author?.id)).toEqual([reader.id, blocking.id])
})

test('a tombstone is shown while it has replies, without its author', async () => {
  const talk = await aTalk(2)
  const first = await talk.reply('First', 0, author)
  const thread = talk.ids[0] ?? ''
  await likeResponse(as(db, author), thread)
  await deleteResponse(as(db, reader), thread)
  await deleteResponse(as(db, reader), talk.ids[1] ?? '')
  const { items, count } = await listThreads(as(db, reader), talk.id, { sort: 'oldest', limit: 20 })
  expect(count).toBe(1)
  expect(items).toHaveLength(1)
  const tombstone = items[0]?.response
  expect(tombstone).toMatchObject({
    author: null,
    text: '',
    pieces: [],
    state: 'deleted',
    likes: 0,
    byStoryAuthor: false,
  })
  expect(Object.values(tombstone?.can ?? {})).not.toContain(true)
  expect(JSON.stringify(tombstone)).not.toContain(reader.id)
  await deleteResponse(as(db, author), first.id)
  expect(await listThreads(aCtx(db), talk.id, { sort: 'oldest', limit: 20 })).toMatchObject({ items: [], count: 0 })
  await expect(getResponse(aCtx(db), thread)).rejects.toMatchObject({ code: 'not-found' })
  await expectCountsToMatch(db, talk.id)
})

test('a hidden thread is visible to its author, story authors and editors', async () => {
  const talk = await aTalk(1)
  const reply = await talk.reply('Below', 0, author)
  const thread = talk.ids[0] ?? ''
  await hideResponse(as(db, author), thread)
  await expectCountsToMatch(db, talk.id)
  const strangers = [aCtx(db), as(db, await aPerson(db)), as(db, await aPerson(db, 'author'))]
  for (const ctx of strangers) {
    expect(await listThreads(ctx, talk.id, { sort: 'best', limit: 20, at: thread })).toMatchObject({
      items: [],
      count: 0,
    })
    for (const id of [thread, reply.id]) await expect(getResponse(ctx, id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(listReplies(ctx, thread, { limit: 20 })).rejects.toMatchObject({ code: 'not-found' })
  }
  for (const person of [reader, author, await aPerson(db, 'editor')]) {
    const { items } = await listThreads(as(db, person), talk.id, { sort: 'best', limit: 20 })
    expect(items).toMatchObject([{ response: { state: 'hidden' }, replies: { items: [{ text: 'Below' }] } }])
  }
})

test('an unpublished story has no responses', async () => {
  const talk = await aTalk(1)
  for (const state of ['removed', 'draft', 'trashed'] as const) {
    await db.updateTable('article').set({ state, trashedAt: new Date() }).where('id', '=', talk.id).execute()
    for (const ctx of [aCtx(db), as(db, reader), as(db, author)]) {
      for (const ref of [talk.id, talk.slug]) {
        await expect(listThreads(ctx, ref, { sort: 'best', limit: 20 })).rejects.toMatchObject({ code: 'not-found' })
      }
      await expect(getResponse(ctx, talk.ids[0] ?? '')).rejects.toMatchObject({ code: 'not-found' })
      await expect(likeResponse(as(db, reader), talk.ids[0] ?? '')).rejects.toMatchObject({ code: 'not-found' })
    }
  }
})

test('a mention follows a changed handle', async () => {
  const friend = await aPerson(db)
  const talk = await aTalk(1)
  const { id } = await createResponse(aCtx(db), {
    articleId: talk.id,
    authorId: reader.id,
    text: `Hi @${friend.handle}`,
  })
  await db.insertInto('responseMention').values({ responseId: id, personId: friend.id }).execute()
  await db.insertInto('oldHandle').values({ handle: friend.handle, personId: friend.id, since: new Date() }).execute()
  const handle = `new-${newId().toLowerCase()}`
  await db.updateTable('person').set({ handle }).where('id', '=', friend.id).execute()
  const mention = { handle, name: friend.name }
  const shown: string[] = []
  expect(await getResponse(aCtx(db, { addCacheTags: (...names) => void shown.push(...names) }), id)).toMatchObject({
    pieces: [{ text: 'Hi ' }, { mention }],
  })
  expect(shown).toEqual(expect.arrayContaining([`responses:${talk.id}`, `person:${reader.id}`, `person:${friend.id}`]))
  await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', friend.id).execute()
  expect(await getResponse(aCtx(db), id)).toMatchObject({ pieces: [{ text: `Hi @${friend.handle}` }] })
})

test.each(['nonsense', Buffer.from('[1]').toString('base64url'), Buffer.from('[-1,"x"]').toString('base64url')])(
  'the invalid cursor %s is refused',
  async (before) => {
    const talk = await aTalk(1)
    const wanted = { sort: 'best' as const, limit: 20, before }
    await expect(listThreads(aCtx(db), talk.id, wanted)).rejects.toMatchObject({ code: 'invalid' })
    await expect(listReplies(aCtx(db), talk.ids[0] ?? '', wanted)).rejects.toMatchObject({ code: 'invalid' })
  },
)

test('thousands of responses are paginated without duplicates', async () => {
  const { id } = await anArticle(db, author.id)
  const author2 = await anEstablishedPerson(db)
  await sql`
    insert into response (id, article_id, author_id, text, like_count, created_at)
    select 'q' || lpad(n::text, 19, '0'), ${id}, case when n % 2 = 0 then ${reader.id} else ${author2.id} end,
           'Response ' || n, n % 7, timestamptz '2026-01-01' + (n / 3) * interval '1 second'
    from generate_series(1, 3000) n`.execute(db)
  for (const sort of responseSorts) {
    const ids = (await all(aCtx(db), id, { sort, limit: 50 })).map(({ response }) => response.id)
    expect(ids, sort).toHaveLength(3000)
    expect(new Set(ids).size, sort).toBe(3000)
  }
})
