import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument } from '#test/articles.ts'
import { anEstablishedPerson, as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { eventOf, openOutbound } from '#test/webhook-receiver.ts'
import type { Transition } from '#contract/articles/articles.ts'
import type { Viewer } from '#contract/viewer.ts'
import { subscribedEventTypes } from '#contract/webhooks/event-types.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { createDraft, saveDraft } from '#server/articles/drafts/drafts.ts'
import { setCoAuthors } from '#server/articles/drafts/co-authors.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import { deleteResponse } from '#server/conversation/delete.ts'
import { editResponse } from '#server/conversation/edit.ts'
import { approveResponse, hideResponse } from '#server/conversation/moderate.ts'
import { respond } from '#server/conversation/respond.ts'
import { createUser, findAccount, setUserDisabled } from '#server/identity/manage-users.ts'
import { updateProfile } from '#server/people/person-records.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createWebhook } from './manage.ts'

let db: Db
let admin: Viewer
beforeAll(async () => {
  db = (await aDatabase()).db
  admin = await aPerson(db, 'admin')
  await createWebhook(as(db, admin, { outbound: openOutbound }), {
    url: 'http://127.0.0.1:1/',
    description: '',
    events: [...subscribedEventTypes],
    enabled: true,
  })
})

/** The events that `write` emits, in order. */
async function eventsOf(write: () => Promise<unknown>) {
  const last = await db.selectFrom('webhookDelivery').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  await write()
  const rows = await db
    .selectFrom('webhookDelivery')
    .innerJoin('webhookEvent', 'webhookEvent.id', 'webhookDelivery.eventId')
    .select('webhookEvent.body')
    .where('webhookDelivery.id', '>', last?.id ?? 0)
    .orderBy('webhookDelivery.id')
    .execute()
  return rows.map(({ body }) => eventOf(body))
}

const typesOf = async (write: () => Promise<unknown>) => (await eventsOf(write)).map(({ type }) => type)

async function aDraft(author: Viewer, fields: object = {}) {
  const draft = { id: newId(), save: newId(), title: 'A long walk', body: aDocument('Secret words.'), ...fields }
  return (await createDraft(as(db, author), draft)).id
}

const move = (by: Viewer, id: string, transition: Transition, note = '') =>
  transitionArticle(as(db, by), id, { move: transition, note, at: null, version: null })

async function aStory(author: Viewer) {
  const id = await aDraft(author)
  await move(author, id, 'publish')
  return id
}

describe('a story', () => {
  test('is announced with what its card shows, and without its text', async () => {
    const author = await aPerson(db, 'author', { name: 'Ada Quill' })
    const id = await aDraft(author, { subtitle: 'By the river', excerpt: 'It begins.', tags: ['herons'] })
    const [event, ...rest] = await eventsOf(() => move(author, id, 'publish'))
    expect(rest).toEqual([])
    expect(event).toMatchObject({
      type: 'story.published',
      data: {
        id,
        slug: 'a-long-walk',
        url: 'http://localhost/story/a-long-walk',
        title: 'A long walk',
        excerpt: 'It begins.',
        tags: [{ slug: 'herons', name: 'herons' }],
        author: { id: author.id, name: 'Ada Quill', url: `http://localhost/user/${author.handle}` },
        coAuthors: [],
        forMembers: false,
      },
    })
    expect(JSON.stringify(event)).not.toContain('Secret words')
    expect(JSON.stringify(event)).not.toContain('@example.com')
  })

  test('emits one event for each change that readers can see', async () => {
    const [author, editor, friend] = [await aPerson(db, 'author'), await aPerson(db, 'editor'), await aPerson(db)]
    const id = await aStory(author)
    const update = async () => {
      const { version } = await db
        .selectFrom('draft')
        .select('version')
        .where('articleId', '=', id)
        .executeTakeFirstOrThrow()
      await saveDraft(as(db, author), id, { version, save: newId(), title: 'A longer walk' })
      await move(author, id, 'update')
    }
    expect(await typesOf(update)).toEqual(['story.updated'])
    expect(await typesOf(() => setCoAuthors(as(db, author), id, [friend.id]))).toEqual(['story.updated'])
    expect(await typesOf(() => move(author, id, 'submit-update'))).toEqual([])
    expect(await eventsOf(() => move(editor, id, 'remove', 'Spam'))).toMatchObject([
      { type: 'story.removed', data: { id } },
    ])
    expect(await typesOf(() => move(editor, id, 'restore'))).toEqual(['story.published'])
    expect(await typesOf(() => move(author, id, 'unpublish'))).toEqual(['story.unpublished'])
    expect(await typesOf(() => move(author, id, 'publish'))).toEqual(['story.published'])
    expect(await typesOf(() => move(author, id, 'trash'))).toEqual(['story.unpublished'])
    expect(await typesOf(() => move(author, id, 'untrash'))).toEqual([])
  })
})

describe('a response', () => {
  test('is announced when it becomes visible, and withdrawn when it no longer is', async () => {
    const [author, reader] = [await aPerson(db, 'author'), await anEstablishedPerson(db)]
    const story = await aStory(author)
    let id = ''
    const created = await eventsOf(async () => {
      id = (await respond(as(db, reader), story, { text: 'Well said.', parent: null })).id
    })
    expect(created).toMatchObject([
      {
        type: 'response.created',
        data: { id, parent: null, text: 'Well said.', story: { id: story }, author: { id: reader.id } },
      },
    ])
    expect(await eventsOf(() => editResponse(as(db, reader), id, 'Very well said.'))).toMatchObject([
      { type: 'response.updated', data: { text: 'Very well said.' } },
    ])
    const hidden = await eventsOf(() => hideResponse(as(db, author), id))
    expect(hidden).toMatchObject([{ type: 'response.hidden', data: { id } }])
    expect(JSON.stringify(hidden)).not.toContain('well said')
    expect(await typesOf(() => hideResponse(as(db, author), id))).toEqual([])
    expect(await typesOf(() => approveResponse(as(db, author), id))).toEqual(['response.created'])
    expect(await typesOf(() => deleteResponse(as(db, reader), id))).toEqual(['response.deleted'])
    expect(await typesOf(() => deleteResponse(as(db, reader), id))).toEqual([])
  })

  test('that is held is not announced before it is approved', async () => {
    const [author, newcomer] = [await aPerson(db, 'author'), await aPerson(db)]
    const story = await aStory(author)
    let id = ''
    const text = 'https://a.example https://b.example https://c.example https://d.example'
    expect(
      await typesOf(async () => {
        id = (await respond(as(db, newcomer), story, { text, parent: null })).id
      }),
    ).toEqual([])
    expect(await typesOf(() => approveResponse(as(db, author), id))).toEqual(['response.created'])
  })

  test('below a hidden one is as invisible', async () => {
    const [author, reader] = [await aPerson(db, 'author'), await anEstablishedPerson(db)]
    const story = await aStory(author)
    const thread = await respond(as(db, reader), story, { text: 'Well said.', parent: null })
    const reply = await respond(as(db, author), story, { text: 'Thanks.', parent: thread.id })
    await hideResponse(as(db, author), thread.id)
    expect(await typesOf(() => editResponse(as(db, author), reply.id, 'Thank you.'))).toEqual([])
  })
})

describe('a person', () => {
  test('emits events for what the public profile shows', async () => {
    const ctx = aCtx(db)
    let id = ''
    const handle = `ada-${newId().toLowerCase().slice(0, 8)}`
    const email = `${handle}@example.com`
    const created = await eventsOf(async () => {
      const user = { email, password: 'correct horse battery', name: 'Ada Quill', handle, role: 'author' as const }
      id = (await createUser(ctx, user)).id
    })
    expect(created).toMatchObject([{ type: 'person.created', data: { id, handle, name: 'Ada Quill', avatar: null } }])
    expect(JSON.stringify(created)).not.toMatch(/@example|role|"uid/)
    const rename = () =>
      inTransaction(ctx, (tx) => updateProfile(tx, id, { name: 'Ada Q.', handle, about: 'Writes about rivers.' }))
    expect(await eventsOf(rename)).toMatchObject([
      { type: 'person.updated', data: { name: 'Ada Q.', about: 'Writes about rivers.' } },
    ])
    const account = await findAccount(ctx, id)
    expect(await eventsOf(() => setUserDisabled(ctx, account, true))).toMatchObject([
      { type: 'person.disabled', data: { id } },
    ])
    expect(await typesOf(rename)).toEqual([])
    expect(await typesOf(() => setUserDisabled(ctx, account, true))).toEqual([])
    expect(await typesOf(() => setUserDisabled(ctx, account, false))).toEqual(['person.updated'])
  })

  test('who deletes the account is erased from the log', async () => {
    const author = await aPerson(db, 'author', { name: 'Erasmus Vanish' })
    const story = await aStory(author)
    await respond(as(db, author), story, { text: 'My own remark.', parent: null })
    const events = await eventsOf(() => deleteAccount(aCtx(db), author.uid))
    expect(events).toMatchObject([
      { type: 'story.unpublished', data: { id: story } },
      { type: 'person.deleted', data: { id: author.id } },
    ])
    const bodies = (await db.selectFrom('webhookEvent').select('body').execute()).map(({ body }) => body).join('\n')
    expect(bodies).toContain(author.id)
    for (const trace of ['Erasmus', author.handle, 'My own remark']) expect(bodies).not.toContain(trace)
  })
})
