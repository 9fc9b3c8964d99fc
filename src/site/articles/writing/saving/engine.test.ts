import { beforeEach, expect, test, vi } from 'vitest'
import type { Article, DraftFields } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { channels } from '#test/channel.ts'
import { ARTICLE_ID, fakeServer, paragraphs, someArticle } from '#test/writing.ts'
import { createEngine } from './engine.ts'
import { emptyFields, fieldsOf } from './fields.ts'
import type { LocalStore } from './local-store.ts'
import { memoryStore } from './memory-store.ts'
import { unloadStore } from './unload-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', channels())
})

type Server = ReturnType<typeof fakeServer>

function anEngine(server: Server, store: LocalStore = memoryStore(true), more: { article?: Article | null } = {}) {
  const article = more.article === undefined ? structuredClone(server.article) : more.article
  const replaced: [DraftFields, readonly string[], string][] = []
  const created: Article[] = []
  const engine = createEngine({
    api: server.api,
    store,
    articleId: ARTICLE_ID,
    person: 'person1',
    article,
    fields: article ? fieldsOf(article) : emptyFields('en'),
    onReplaced: (...change) => replaced.push(change),
    onCreated: (one) => created.push(one),
  })
  return { engine, store, replaced, created, phase: () => engine.state().phase }
}

/** The next tab, after it has waited for other tabs and recovered what the last one left. */
async function reopened(...given: Parameters<typeof anEngine>) {
  const next = anEngine(...given)
  const opening = next.engine.open()
  await pass(200)
  await opening
  return next
}

const type = (engine: ReturnType<typeof createEngine>, ...texts: string[]) =>
  engine.changeBody(() => paragraphs(...texts))
const all = (otherwise: 'mine' | 'theirs') => ({ fields: {}, blocks: {}, otherwise })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('an edit is stored in the browser within 250 ms, and on the server a second after typing stops', async () => {
  const server = fakeServer(someArticle())
  const { engine, store, phase } = anEngine(server)
  type(engine, 'It was late, and dark.')
  expect(phase()).toBe('unsaved')
  await pass(250)
  const [kept] = await store.find(ARTICLE_ID)
  expect(kept).toMatchObject({ version: 1, fields: { body: paragraphs('It was late, and dark.') } })
  expect(server.writes).toEqual([])
  await pass(800)
  expect(server.writes).toEqual([{ version: 1, save: expect.any(String), body: paragraphs('It was late, and dark.') }])
  expect(phase()).toBe('saved')
  expect(await store.find(ARTICLE_ID)).toEqual([])
})

test('only changed fields are sent, and a reverted change is not', async () => {
  const server = fakeServer(someArticle())
  const { engine } = anEngine(server)
  engine.change({ title: 'Home' })
  engine.change({ excerpt: 'x' })
  engine.change({ excerpt: '' })
  await pass(1100)
  expect(server.writes).toEqual([{ version: 1, save: expect.any(String), title: 'Home' }])
})

test('continuous typing is saved every ten seconds', async () => {
  const server = fakeServer(someArticle())
  const { engine } = anEngine(server)
  for (let i = 0; i < 60; i++) {
    type(engine, 'word '.repeat(i + 1))
    await pass(500)
  }
  expect(server.writes.length).toBeGreaterThanOrEqual(2)
  expect(server.writes.length).toBeLessThanOrEqual(4)
})

test('only one save runs at a time, and later edits wait for the next pause', async () => {
  let answer = () => {}
  const server = fakeServer(someArticle())
  const saves: Record<string, unknown>[] = []
  let running = 0
  const slow = fakeServer(server.article, {
    'PUT /api/articles/{id}/draft': async ({ body = {} }) => {
      expect((running += 1)).toBe(1)
      await new Promise<void>((done) => (answer = done))
      running -= 1
      saves.push(body)
      return { version: Number(body['version']) + 1 }
    },
  })
  const { engine, phase } = anEngine(slow)
  type(engine, 'one')
  await pass(1000)
  expect(phase()).toBe('saving')
  type(engine, 'one two')
  await pass(300)
  answer()
  await pass(0)
  expect(phase()).toBe('unsaved')
  await pass(1000)
  answer()
  await pass(0)
  expect(saves.map(({ version, body }) => [version, body])).toEqual([
    [1, paragraphs('one')],
    [2, paragraphs('one two')],
  ])
  expect(phase()).toBe('saved')
})

test('a save whose response was lost is retried with the same key, and later edits follow', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase } = anEngine(server)
  server.trouble = 'lost'
  type(engine, 'first')
  await pass(1000)
  expect(phase()).toBe('offline')
  type(engine, 'first and second')
  await pass(500)
  server.trouble = null
  await engine.flush()
  expect(phase()).toBe('saved')
  expect(server.writes.map(({ body }) => body)).toEqual([paragraphs('first'), paragraphs('first and second')])
  const keys = server
    .asked('PUT /api/articles/{id}/draft')
    .map(({ input }) => JSON.stringify(input).match(/"save":"(\w+)"/)?.[1])
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
  expect(server.article?.version).toBe(3)
})

test('while the server is down, saves are retried with backoff, and at once on request', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase, store } = anEngine(server)
  server.trouble = 'down'
  type(engine, 'kept')
  await pass(60_000)
  const tries = server.asked('PUT /api/articles/{id}/draft').length
  expect(tries).toBeGreaterThan(3)
  expect(tries).toBeLessThan(8)
  expect(phase()).toBe('offline')
  expect(await store.find(ARTICLE_ID)).toHaveLength(1)
  server.trouble = null
  await engine.flush()
  expect(phase()).toBe('saved')
})

test('typing while the server is down does not shorten the backoff', async () => {
  const server = fakeServer(someArticle())
  const { engine } = anEngine(server)
  server.trouble = 'down'
  for (let i = 0; i < 30; i++) {
    type(engine, 'x'.repeat(i + 1))
    await pass(2000)
  }
  expect(server.asked('PUT /api/articles/{id}/draft').length).toBeLessThan(9)
})

test('a signed-out writer is notified and keeps a local copy, which is saved after signing in', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase, store } = anEngine(server)
  server.trouble = new Refusal('user-token-expired')
  engine.change({ title: 'Kept' })
  await pass(1000)
  expect(phase()).toBe('signed-out')
  expect((await store.find(ARTICLE_ID))[0]?.fields).toEqual({ title: 'Kept' })
  server.trouble = null
  await engine.flush()
  expect(server.article?.title).toBe('Kept')
})

test('a refused field is reported and left out, the rest is saved, and a new value is retried', async () => {
  const server = fakeServer(someArticle(), {
    'PUT /api/articles/{id}/draft': ({ body = {} }) => {
      if (body['canonical'] === 'nonsense')
        throw new Refusal('invalid', { issues: [{ path: ['body', 'canonical'], message: 'Invalid URL' }] })
      server.writes.push(body)
      return { version: Number(body['version']) + 1 }
    },
  })
  const { engine, phase } = anEngine(server)
  engine.change({ canonical: 'nonsense', title: 'Good' })
  await pass(1100)
  expect(phase()).toBe('refused')
  expect(engine.state().fieldErrors).toEqual([
    { field: 'canonical', block: null, message: 'Enter a full URL, such as https://example.com/my-story.' },
  ])
  expect(server.writes).toMatchObject([{ title: 'Good' }])
  expect(engine.state().fields.canonical).toBe('nonsense')
  engine.change({ canonical: 'https://example.com' })
  await pass(1100)
  expect(phase()).toBe('saved')
  expect(server.writes).toHaveLength(2)
})

test('a value corrected while the invalid one is being saved is saved', async () => {
  const answers: (() => void)[] = []
  const server = fakeServer(someArticle(), {
    'PUT /api/articles/{id}/draft': async ({ body = {} }) => {
      await new Promise<void>((answer) => answers.push(answer))
      if (body['title'] === 'wrong')
        throw new Refusal('invalid', { issues: [{ path: ['body', 'title'], message: 'Too long' }] })
      server.writes.push(body)
      return { version: Number(body['version']) + 1 }
    },
  })
  const { engine, phase } = anEngine(server)
  engine.change({ title: 'wrong' })
  await pass(1200)
  expect(phase()).toBe('saving')
  engine.change({ title: 'right' })
  answers.shift()?.()
  await pass(1100)
  expect(phase()).toBe('saving')
  answers.shift()?.()
  await pass(0)
  expect(phase()).toBe('saved')
  expect(server.writes).toMatchObject([{ title: 'right' }])
})

test('a refused block is reported by its index, and the text stays', async () => {
  const server = fakeServer(someArticle())
  const { engine, store } = anEngine(server)
  server.trouble = new Refusal('invalid', {
    issues: [{ path: ['body', 'body', 'content', 2, 'attrs'], message: 'A picture is on this site.' }],
  })
  type(engine, 'a', 'b', 'c')
  await pass(1100)
  expect(engine.state().fieldErrors).toEqual([{ field: 'body', block: 2, message: 'A picture is on this site.' }])
  expect((await store.find(ARTICLE_ID))[0]?.fields.body).toEqual(paragraphs('a', 'b', 'c'))
})

test('a text that causes a server error does not block later edits', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase } = anEngine(server)
  server.trouble = new Error('The server answered 500.')
  type(engine, 'what it cannot read')
  await pass(1100)
  type(engine, 'what it can')
  await pass(60_000)
  const sent = server.asked('PUT /api/articles/{id}/draft').at(-1)
  expect(sent).toMatchObject({ input: { body: { body: paragraphs('what it can') } } })
  server.trouble = null
  await pass(60_000)
  expect(phase()).toBe('saved')
  expect(server.article?.body).toEqual(paragraphs('what it can'))
})

test('a text that is too large is reported', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase } = anEngine(server)
  server.trouble = new Refusal('too-large')
  type(engine, 'long')
  await pass(1100)
  expect(phase()).toBe('refused')
  expect(engine.state().fieldErrors[0]).toMatchObject({ field: 'body', message: expect.stringContaining('too long') })
})

test('a deleted article is no longer saved, and its text stays in the browser', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase, store } = anEngine(server)
  server.trouble = new Refusal('not-found')
  type(engine, 'still here')
  await pass(5000)
  expect(phase()).toBe('closed')
  expect(server.asked('PUT /api/articles/{id}/draft')).toHaveLength(1)
  expect(await store.find(ARTICLE_ID)).toHaveLength(1)
})

test('another person’s changes to other fields are merged, and local edits are saved on top', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase, replaced } = anEngine(server)
  server.saveElsewhere({ title: 'Their title', tags: ['sea'] })
  type(engine, 'My text')
  await pass(1100)
  expect(phase()).toBe('saved')
  expect(replaced).toEqual([[expect.objectContaining({ title: 'Their title' }), ['title', 'tags'], 'merged']])
  expect(server.article).toMatchObject({ title: 'Their title', tags: ['sea'], body: paragraphs('My text'), version: 3 })
})

test('two changes to the same field are a conflict: nothing is written or lost', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase, store } = anEngine(server)
  server.saveElsewhere({ body: paragraphs('Theirs') })
  type(engine, 'Mine')
  await pass(1100)
  expect(phase()).toBe('conflict')
  expect(engine.state().conflict).toMatchObject({ clash: ['body'], theirs: { body: paragraphs('Theirs') } })
  expect(server.article?.body).toEqual(paragraphs('Theirs'))
  type(engine, 'Mine, and more')
  await pass(20_000)
  expect(server.article?.body).toEqual(paragraphs('Theirs'))
  expect((await store.find(ARTICLE_ID))[0]).toMatchObject({
    version: 1,
    fields: { body: paragraphs('Mine, and more') },
  })
})

test('keeping mine overwrites theirs, based on their version', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase } = anEngine(server)
  server.saveElsewhere({ body: paragraphs('Theirs'), excerpt: 'their excerpt' })
  type(engine, 'Mine')
  await pass(1100)
  await engine.resolve(all('mine'))
  expect(phase()).toBe('saved')
  expect(server.article).toMatchObject({ body: paragraphs('Mine'), excerpt: 'their excerpt', version: 3 })
})

test('using theirs keeps mine in the browser until it is discarded', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase, store, replaced } = anEngine(server)
  server.saveElsewhere({ body: paragraphs('Theirs') })
  type(engine, 'Mine')
  await pass(1100)
  await engine.resolve(all('theirs'))
  expect(phase()).toBe('saved')
  expect(replaced.at(-1)?.[0].body).toEqual(paragraphs('Theirs'))
  expect(server.article?.version).toBe(2)
  expect((await store.getDiscarded(ARTICLE_ID))?.fields.body).toEqual(paragraphs('Mine'))
  expect((await store.listHistory(ARTICLE_ID)).map(({ body }) => body)).toContainEqual(paragraphs('Mine'))
  await engine.deleteDiscarded()
  expect(await store.getDiscarded(ARTICLE_ID)).toBeNull()
})

test('a tab without edits takes the new text without asking', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase, replaced } = anEngine(server)
  server.saveElsewhere({ body: paragraphs('Theirs') })
  await engine.refresh()
  expect(phase()).toBe('saved')
  expect(replaced[0]?.[1]).toEqual(['body'])
})

async function closeWhileTyping(server: Server, store: LocalStore) {
  const { engine } = anEngine(server, store)
  server.trouble = 'down'
  type(engine, 'Mid-senten')
  await pass(300)
  engine.storeForUnload()
  await engine.close()
  server.trouble = null
}

test('after a tab is closed while typing, the next one restores the text and saves it', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  await closeWhileTyping(server, store)
  const next = anEngine(server, store)
  const opening = next.engine.open()
  await pass(200)
  expect((await opening).recovered).toBe(true)
  await pass(0)
  expect(next.engine.state().fields.body).toEqual(paragraphs('Mid-senten'))
  expect(server.article?.body).toEqual(paragraphs('Mid-senten'))
  expect(await store.find(ARTICLE_ID)).toEqual([])
})

test('after a tab is closed while typing, a change to the same text is a conflict', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  await closeWhileTyping(server, store)
  server.saveElsewhere({ body: paragraphs('Theirs') })
  const next = await reopened(server, store)
  expect(next.phase()).toBe('conflict')
  expect(server.article?.body).toEqual(paragraphs('Theirs'))
})

test('after a tab is closed while typing, changes to other fields are merged', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  await closeWhileTyping(server, store)
  server.saveElsewhere({ category: 'sea' })
  await reopened(server, store)
  await pass(0)
  expect(server.article).toMatchObject({ category: 'sea', body: paragraphs('Mid-senten'), version: 3 })
})

test('after a lost response and a closed tab, there is no conflict with the writer’s own save', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  const { engine } = anEngine(server, store)
  server.trouble = 'lost'
  type(engine, 'One')
  await pass(1100)
  type(engine, 'One two')
  await pass(300)
  await engine.close()
  server.trouble = null
  const next = await reopened(server, store)
  await pass(0)
  expect(next.phase()).toBe('saved')
  expect(server.article?.body).toEqual(paragraphs('One two'))
})

test('the local copy of another person is neither shown nor saved', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  await store.put({
    key: `${ARTICLE_ID}/x`,
    articleId: ARTICLE_ID,
    tab: 'x',
    person: 'someone',
    version: 1,
    fields: { title: 'Not yours' },
    base: {},
    attempt: null,
    at: 1,
  })
  const { engine } = anEngine(server, store)
  expect((await engine.open()).recovered).toBe(false)
  expect(await store.find(ARTICLE_ID)).toHaveLength(1)
})

test('a new story is created on the server with the first edit, once, with the id from the browser', async () => {
  const server = fakeServer(null)
  const { engine, created, phase } = anEngine(server)
  engine.change({ category: 'sea' })
  type(engine, '')
  await pass(2000)
  expect(server.calls).toEqual([])
  expect(phase()).toBe('saved')
  server.trouble = 'lost'
  engine.change({ title: 'A' })
  await pass(1100)
  server.trouble = null
  await engine.flush()
  expect(created).toHaveLength(1)
  expect(server.writes).toEqual([{ id: ARTICLE_ID, save: expect.any(String), title: 'A', category: 'sea' }])
  expect(engine.state().version).toBe(1)
  engine.change({ title: 'AB' })
  await pass(1100)
  expect(server.writes[1]).toEqual({ version: 1, save: expect.any(String), title: 'AB' })
})

test('a new story written while the server is down is stored in the browser until the next visit', async () => {
  const server = fakeServer(null)
  const store = memoryStore(true)
  server.trouble = 'down'
  const { engine } = anEngine(server, store)
  engine.change({ title: 'On the train' })
  await pass(1100)
  await engine.close()
  const [begun] = await store.findNew('person1')
  expect(begun).toMatchObject({ version: null, fields: { title: 'On the train' } })
  server.trouble = null
  await reopened(server, store)
  await pass(0)
  expect(server.article).toMatchObject({ title: 'On the train', version: 1 })
  expect(await store.findNew('person1')).toEqual([])
})

test('a new story whose creation got no response does not overwrite later changes', async () => {
  const server = fakeServer(null)
  const { engine, phase } = anEngine(server)
  server.trouble = 'lost'
  type(engine, 'On the train')
  await pass(1100)
  server.saveElsewhere({ body: paragraphs('At the desk') })
  server.trouble = null
  type(engine, 'On the train, still')
  await pass(300)
  await engine.flush()
  expect(phase()).toBe('conflict')
  expect(server.article?.body).toEqual(paragraphs('At the desk'))
})

test('a new story reopened from the desk does not overwrite later changes', async () => {
  const server = fakeServer(null)
  const store = memoryStore(true)
  const { engine } = anEngine(server, store)
  server.trouble = 'lost'
  type(engine, 'On the train')
  await pass(1100)
  type(engine, 'On the train, still')
  await pass(300)
  await engine.close()
  server.trouble = null
  server.saveElsewhere({ body: paragraphs('At the desk') })
  const next = await reopened(server, store)
  await pass(0)
  expect(next.phase()).toBe('conflict')
  expect(server.article?.body).toEqual(paragraphs('At the desk'))
})

test('two tabs detect each other, and the idle one gets what the other saves', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  const one = anEngine(server, store)
  await one.engine.open()
  const two = anEngine(server, store)
  await two.engine.open()
  expect([one.engine.state().tabs, two.engine.state().tabs]).toEqual([1, 1])
  type(one.engine, 'From the first tab')
  await pass(1100)
  expect(two.engine.state().fields.body).toEqual(paragraphs('From the first tab'))
  expect(two.replaced).toHaveLength(1)
  type(two.engine, 'And from the second')
  await pass(1100)
  expect(one.phase()).toBe('saved')
  expect(server.article?.body).toEqual(paragraphs('And from the second'))
  await two.engine.close()
  expect(one.engine.state().tabs).toBe(0)
})

test('a second tab does not take over unsaved edits of the first, and never overwrites them', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  const one = anEngine(server, store)
  await one.engine.open()
  server.trouble = 'down'
  type(one.engine, 'Unsaved in one')
  await pass(300)
  const two = anEngine(server, store)
  const opening = two.engine.open()
  await pass(200)
  expect((await opening).recovered).toBe(false)
  type(two.engine, 'Typed in two')
  await pass(300)
  server.trouble = null
  await one.engine.flush()
  await pass(100)
  expect(server.article?.body).toEqual(paragraphs('Unsaved in one'))
  expect(two.phase()).toBe('conflict')
})

test('a failing local store is reported, and leaving the page asks for confirmation', async () => {
  const server = fakeServer(someArticle())
  const refusing = { ...memoryStore(), put: () => Promise.reject(new Error('quota')), putSync: () => false }
  const { engine } = anEngine(server, refusing)
  expect(engine.storeForUnload()).toBe(true)
  type(engine, 'x')
  expect(engine.storeForUnload()).toBe(false)
  await pass(250)
  expect(engine.state().localCopy).toBe('failed')
  await pass(1000)
  expect(engine.state().phase).toBe('saved')
  expect(engine.storeForUnload()).toBe(true)
})

test('edits that are not in the database yet are stored synchronously on unload', async () => {
  const server = fakeServer(someArticle())
  const words: unknown[] = []
  const store: LocalStore = { ...memoryStore(true), putSync: (kept) => words.push(kept.fields) > 0 }
  const { engine } = anEngine(server, store)
  type(engine, 'las')
  expect(engine.storeForUnload()).toBe(true)
  expect(words).toEqual([{ body: paragraphs('las') }])
})

test('leaving the page saves', async () => {
  const server = fakeServer(someArticle())
  const { engine } = anEngine(server)
  type(engine, 'Bye')
  await engine.close()
  expect(server.article?.body).toEqual(paragraphs('Bye'))
})

test('earlier states of the text are restored after a reload, oldest first, without the current one', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  const { engine } = anEngine(server, store)
  type(engine, 'Two')
  await pass(5000)
  type(engine, 'Three')
  await pass(5000)
  await engine.close()
  const { earlier } = await anEngine(server, store).engine.open()
  expect(earlier).toEqual([paragraphs('It was late.'), paragraphs('Two')])
})

test('a rate-limited save waits as long as the server asks, and then sends everything', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase, store } = anEngine(server)
  server.trouble = new Refusal('too-many-requests', { retryAfter: 30 })
  type(engine, 'one')
  await pass(1000)
  expect(phase()).toBe('waiting')
  server.trouble = null
  for (let i = 0; i < 9; i++) {
    type(engine, 'one', `and ${i}`)
    await engine.flush()
    await pass(3000)
  }
  expect(server.asked('PUT /api/articles/{id}/draft')).toHaveLength(1)
  expect((await store.find(ARTICLE_ID))[0]?.fields.body).toEqual(paragraphs('one', 'and 8'))
  await pass(5000)
  expect(phase()).toBe('saved')
  expect(server.article?.body).toEqual(paragraphs('one', 'and 8'))
})

test('a page left while rate limited keeps the text in the browser for the next visit', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  const { engine } = anEngine(server, store)
  server.trouble = new Refusal('too-many-requests', { retryAfter: 30 })
  type(engine, 'kept')
  await pass(1000)
  await engine.close()
  server.trouble = null
  await reopened(server, store)
  await pass(0)
  expect(server.article?.body).toEqual(paragraphs('kept'))
})

test('a lost response followed by another person’s change to another field is not a conflict', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase } = anEngine(server)
  server.trouble = 'lost'
  type(engine, 'First')
  await pass(1100)
  server.saveElsewhere({ category: 'sea' })
  server.trouble = null
  type(engine, 'First and second')
  await pass(300)
  await engine.flush()
  expect(phase()).toBe('saved')
  expect(server.article).toMatchObject({ category: 'sea', body: paragraphs('First and second') })
})

test('a lost response, a closed tab and a change to another field are not a conflict', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  const { engine } = anEngine(server, store)
  server.trouble = 'lost'
  type(engine, 'First')
  await pass(1100)
  type(engine, 'First and second')
  await pass(300)
  await engine.close()
  server.saveElsewhere({ category: 'sea' })
  server.trouble = null
  const next = await reopened(server, store)
  await pass(0)
  expect(next.phase()).toBe('saved')
  expect(server.article).toMatchObject({ category: 'sea', body: paragraphs('First and second') })
})

test('values that the server normalizes are not another person’s change', async () => {
  const server = fakeServer(someArticle())
  const { engine, phase } = anEngine(server)
  engine.change({ title: 'The long way ' })
  await pass(1100)
  // The server trims the title.
  server.saveElsewhere({ title: 'The long way', tags: ['sea'] })
  engine.change({ title: 'The long way home' })
  await pass(1100)
  expect(phase()).toBe('saved')
  expect(server.article).toMatchObject({ title: 'The long way home', tags: ['sea'] })
})

test('edits that a closing tab could not save are saved by another open tab', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  const one = anEngine(server, store)
  await one.engine.open()
  const two = anEngine(server, store)
  await two.engine.open()
  server.trouble = 'down'
  type(one.engine, 'Only in the first tab')
  await pass(300)
  await one.engine.close()
  server.trouble = null
  await pass(1000)
  expect(two.replaced.at(-1)?.[0].body).toEqual(paragraphs('Only in the first tab'))
  expect(server.article?.body).toEqual(paragraphs('Only in the first tab'))
  expect(await store.find(ARTICLE_ID)).toEqual([])
})

test('page data older than the last save of this browser is not a conflict', async () => {
  const server = fakeServer(someArticle())
  const old = structuredClone(server.article)
  const store = memoryStore(true)
  const { engine } = anEngine(server, store)
  type(engine, 'Saved')
  await pass(1100)
  server.trouble = 'down'
  type(engine, 'Saved, and more')
  await pass(300)
  await engine.close()
  server.trouble = null
  const next = anEngine(server, store, { article: old })
  const opening = next.engine.open()
  await pass(500)
  await opening
  await pass(0)
  expect(next.phase()).toBe('saved')
  expect(server.article?.body).toEqual(paragraphs('Saved, and more'))
})

test('keeping this text over the writer’s own text from another device keeps the other as discarded', async () => {
  const server = fakeServer(someArticle())
  const { engine, store } = anEngine(server)
  server.saveElsewhere({ body: paragraphs('From the other device') })
  type(engine, 'From here')
  await pass(1100)
  await engine.resolve(all('mine'))
  expect(server.article?.body).toEqual(paragraphs('From here'))
  expect((await store.getDiscarded(ARTICLE_ID))?.fields).toEqual({ body: paragraphs('From the other device') })
})

const three = () => someArticle({ body: paragraphs('One fine day.', 'It rained in the hills.', 'They went home.') })

test('edits by two people in different paragraphs are merged without a conflict', async () => {
  const server = fakeServer(three())
  const { engine, phase, replaced } = anEngine(server)
  type(engine, 'One fine day in May.', 'It rained in the hills.', 'They went home.')
  server.saveElsewhere({ body: paragraphs('One fine day.', 'It rained in the hills.', 'They went home, wet.') })
  await pass(1100)
  const both = paragraphs('One fine day in May.', 'It rained in the hills.', 'They went home, wet.')
  expect(phase()).toBe('saved')
  expect(server.article).toMatchObject({ body: both, version: 3 })
  expect(replaced).toEqual([[expect.objectContaining({ body: both }), ['body'], 'merged']])
})

test('only the block that both changed is a conflict, and the rest is merged with either choice', async () => {
  for (const [choice, last] of [
    ['mine', 'They walked home.'],
    ['theirs', 'They went home, wet.'],
  ] as const) {
    const server = fakeServer(three())
    const { engine, phase, store } = anEngine(server)
    server.saveElsewhere({
      body: paragraphs('One fine day in May.', 'It rained in the hills.', 'They went home, wet.'),
    })
    type(engine, 'One fine day.', 'It rained and rained in the hills.', 'They walked home.')
    await pass(1100)
    expect(phase()).toBe('conflict')
    const [block, ...more] = engine.state().conflict?.blocks ?? []
    expect(more).toEqual([])
    expect(block).toMatchObject({
      at: 2,
      mine: paragraphs('They walked home.').content,
      theirs: paragraphs('They went home, wet.').content,
    })
    await engine.resolve({ fields: {}, blocks: { 2: choice }, otherwise: 'mine' })
    expect(phase()).toBe('saved')
    const result = paragraphs('One fine day in May.', 'It rained and rained in the hills.', last)
    expect(server.article?.body).toEqual(result)
    const aside = await store.getDiscarded(ARTICLE_ID)
    const given = choice === 'mine' ? 'They went home, wet.' : 'They walked home.'
    expect(aside?.fields.body?.content.at(-1)).toEqual(paragraphs(given).content[0])
    expect(aside?.insteadOf).toEqual(result)
  }
})

test('a remote save is merged when its event arrives, and local edits still wait for a pause', async () => {
  const server = fakeServer(three())
  const { engine, phase, replaced } = anEngine(server)
  server.saveElsewhere({ body: paragraphs('One fine day.', 'It rained in the hills.', 'They went home, wet.') })
  await engine.mergeRemote(2)
  expect(phase()).toBe('saved')
  expect(replaced).toHaveLength(1)
  type(engine, 'One fine day in May.', 'It rained in the hills.', 'They went home, wet.')
  server.saveElsewhere({ tags: ['sea'] })
  await engine.mergeRemote(3)
  expect(server.writes).toEqual([])
  expect(phase()).toBe('unsaved')
  expect(engine.state().fields).toMatchObject({ tags: ['sea'] })
  await engine.mergeRemote(3)
  expect(server.asked('GET /api/articles/{id}')).toHaveLength(2)
  await pass(1100)
  expect(phase()).toBe('saved')
  expect(server.article).toMatchObject({ version: 4, tags: ['sea'] })
})

test('a composition (IME) is not interrupted', async () => {
  const server = fakeServer(three())
  const article = structuredClone(server.article)
  if (!article) throw new Error('There is no article')
  let composing = true
  const taken: string[] = []
  const engine = createEngine({
    api: server.api,
    store: memoryStore(true),
    articleId: ARTICLE_ID,
    person: 'person1',
    article,
    fields: fieldsOf(article),
    isComposing: () => composing,
    onReplaced: (_, names) => taken.push(...names),
  })
  server.saveElsewhere({ body: paragraphs('Theirs') })
  const merging = engine.mergeRemote(2)
  await pass(1000)
  expect(taken).toEqual([])
  composing = false
  await pass(100)
  await merging
  expect(taken).toEqual(['body'])
})

test('a save that conflicts at every attempt waits for a pause and loses nothing', async () => {
  const server = fakeServer(three(), {
    'PUT /api/articles/{id}/draft': () => {
      server.saveElsewhere({ excerpt: `${server.article?.version}` })
      throw new Refusal('version-conflict')
    },
  })
  const { engine, phase } = anEngine(server)
  type(engine, 'Mine', 'It rained in the hills.', 'They went home.')
  await pass(1100)
  expect(phase()).toBe('waiting')
  expect(server.asked('PUT /api/articles/{id}/draft')).toHaveLength(5)
  expect(engine.state().fields.body).toEqual(paragraphs('Mine', 'It rained in the hills.', 'They went home.'))
})

test('after an hour offline in a killed tab, the next tab merges both texts', async () => {
  const server = fakeServer(three())
  const store = memoryStore(true)
  const { engine } = anEngine(server, store)
  server.trouble = 'down'
  type(engine, 'One fine day.', 'It rained in the hills, on the train.', 'They went home.')
  await pass(3_600_000)
  server.trouble = null
  // Killed: nothing is closed, and no message is sent.
  vi.clearAllTimers()
  vi.stubGlobal('BroadcastChannel', channels())
  server.saveElsewhere({
    body: paragraphs('One fine day in May.', 'It rained in the hills.', 'They went home.', 'End.'),
  })
  const next = await reopened(server, store)
  await pass(0)
  expect(next.phase()).toBe('saved')
  const both = ['One fine day in May.', 'It rained in the hills, on the train.', 'They went home.', 'End.']
  expect(server.article?.body).toEqual(paragraphs(...both))
})

test('a page reloaded during a conflict shows it again and overwrites nothing', async () => {
  const server = fakeServer(someArticle())
  const store = memoryStore(true)
  await closeWhileTyping(server, store)
  server.saveElsewhere({ body: paragraphs('Theirs') })
  for (let visit = 0; visit < 3; visit++) {
    const next = await reopened(server, store)
    expect(next.phase()).toBe('conflict')
    next.engine.storeForUnload()
    await next.engine.close()
    await pass(100)
  }
  expect(server.article?.body).toEqual(paragraphs('Theirs'))
})

test('a save whose response was lost is the base for merging another person’s later change', async () => {
  const server = fakeServer(three())
  const { engine, phase } = anEngine(server)
  server.trouble = 'lost'
  type(engine, 'One fine day in May', 'It rained in the hills.', 'They went home.')
  await pass(1100)
  server.saveElsewhere({ body: paragraphs('One fine day in May', 'It rained in the hills.', 'They went home, wet.') })
  server.trouble = null
  type(engine, 'One fine day in May, at noon.', 'It rained in the hills.', 'They went home.')
  await pass(300)
  await engine.flush()
  expect(phase()).toBe('saved')
  const both = ['One fine day in May, at noon.', 'It rained in the hills.', 'They went home, wet.']
  expect(server.article?.body).toEqual(paragraphs(...both))
})

test('a trailing space typed in the title stays when another person saves', async () => {
  const server = fakeServer(three())
  const { engine, phase } = anEngine(server)
  engine.change({ title: 'The long ' })
  await pass(1100)
  server.saveElsewhere({ title: 'The long', tags: ['sea'] })
  await engine.mergeRemote(3)
  expect(engine.state().fields).toMatchObject({ title: 'The long ', tags: ['sea'] })
  expect(phase()).toBe('saved')
})

test('if the base text did not fit into storage, both versions are kept', async () => {
  const room = 620
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
    if (value.length > room) throw new DOMException('Full', 'QuotaExceededError')
    this[name] = value
  })
  const server = fakeServer(three())
  const memory = memoryStore(true)
  const { engine } = anEngine(server, { ...memory, put: async () => {}, putSync: unloadStore.put })
  server.trouble = 'down'
  type(engine, 'One fine day.', 'It rained in the hills, on the train.', 'They went home.')
  expect(engine.storeForUnload()).toBe(true)
  const [kept] = unloadStore.list()
  if (!kept) throw new Error('Nothing was kept')
  expect(kept.base).toEqual({})
  unloadStore.delete(kept.key)
  setItem.mockRestore()
  vi.clearAllTimers()
  server.trouble = null
  await memory.put({ ...kept, tab: 'gone', key: `${ARTICLE_ID}/gone` })
  server.saveElsewhere({ body: paragraphs('One fine day in May.', 'It rained in the hills.', 'They went home.') })
  await reopened(server, memory)
  await pass(0)
  const text = JSON.stringify(server.article?.body)
  for (const words of ['One fine day in May.', 'It rained in the hills, on the train.']) expect(text).toContain(words)
})
