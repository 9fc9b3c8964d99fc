import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import { anArticleIn, forceTransition, as, everyRole, articleSnapshot } from '#test/workflow.ts'
import { ArticleState, Transition } from '#contract/articles/articles.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { type Role, roles } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateSetting } from '#server/settings/site.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Db } from '#server/platform/db.ts'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { listTransitions, transitionArticle, transitionArticles } from './transitions.ts'
import { type Authorship, targetState, isTransitionValid, canTransition, canAccess, transitions } from './policy.ts'
import { presentArticle } from './present.ts'

let db: Db
let people: Record<Role, Viewer>
let otherAuthor: Viewer
beforeAll(async () => {
  db = (await aDatabase()).db
  people = await everyRole(db)
  otherAuthor = await aPerson(db, 'author')
})

const authorships: Authorship[] = ['author', 'co-author', 'none']
const plain = { note: '', at: null, version: null }
const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString()

function request(name: Transition) {
  const { needs } = transitions[name]
  return { ...plain, move: name, note: needs === 'note' ? 'Because' : '', at: needs === 'time' ? inAnHour() : null }
}

/** An article in this state and with this authorship. A published one has a pending update. */
async function anArticleFor(viewer: Viewer, authorship: Authorship, state: ArticleState) {
  const authorId = authorship === 'author' ? viewer.id : otherAuthor.id
  const article = await anArticleIn(db, state, authorId, { coAuthorIds: authorship === 'co-author' ? [viewer.id] : [] })
  if (state === 'published') await forceTransition(db, article.id, { transition: 'submit-update' })
  return article
}

async function refusalOf(work: Promise<unknown>) {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

describe.each(ArticleState.options)('an article that is %s', (state) => {
  const actors = roles.flatMap((role) => authorships.map((authorship) => ({ role, authorship })))

  test.each(actors)('allows $role as $authorship exactly the transitions in the table', async (who) => {
    const viewer = people[who.role]
    const ctx = as(db, viewer)
    const standing = { state, updateAsked: state === 'published' }
    const still = await anArticleFor(viewer, who.authorship, state)
    const before = await articleSnapshot(db, still.id)

    const allowed = Transition.options.filter((name) => canTransition(who, name) && isTransitionValid(name, standing))
    for (const name of Transition.options.filter((one) => !allowed.includes(one))) {
      const refused = await refusalOf(transitionArticle(ctx, still.id, request(name)))
      const code = !canAccess(who) ? 'not-found' : !canTransition(who, name) ? 'not-allowed' : 'wrong-state'
      expect([name, refused?.code, refused?.status]).toEqual([name, code, statuses[code]])
      if (code === 'wrong-state') expect(refused).toMatchObject({ details: { state }, message: sentences[state] })
    }
    expect(await articleSnapshot(db, still.id)).toEqual(before)

    for (const name of allowed) {
      const { id } = await anArticleFor(viewer, who.authorship, state)
      const to = targetState(name, { trashedFrom: 'draft', at: null })
      expect(await transitionArticle(ctx, id, request(name)), name).toMatchObject({ state: to })
      const [last] = await listTransitions(ctx, id)
      expect(last, name).toMatchObject({ move: name, from: state, to, by: { id: viewer.id } })
    }
  })
})

const statuses = { 'not-found': 404, 'not-allowed': 403, 'wrong-state': 409 }
const sentences = {
  'draft': expect.stringContaining('is a draft'),
  'in-review': expect.stringContaining('is in review'),
  'scheduled': expect.stringContaining('is scheduled'),
  'published': expect.stringContaining('is published'),
  'removed': expect.stringContaining('was removed'),
  'trashed': expect.stringContaining('in the trash'),
}

describe('the transition table:', () => {
  test.each<[string, Role, Authorship, Transition, boolean]>([
    ['a reader cannot publish without review', 'reader', 'author', 'publish', false],
    ['a reader cannot schedule', 'reader', 'author', 'schedule', false],
    ['a reader can submit', 'reader', 'author', 'submit', true],
    ['an author can publish', 'author', 'author', 'publish', true],
    ['an author cannot approve their own articles', 'author', 'author', 'approve', false],
    ['an author cannot unpublish other people’s stories', 'author', 'none', 'unpublish', false],
    ['an editor can remove a story', 'editor', 'none', 'remove', true],
    ['an author cannot restore a removed story', 'author', 'author', 'restore', false],
    ['a co-author cannot trash it', 'admin', 'co-author', 'trash', false],
    ['an editor cannot trash other people’s articles', 'editor', 'none', 'trash', false],
  ])('%s', (_says, role, authorship, name, may) => {
    expect(canTransition({ role, authorship }, name)).toBe(may)
  })

  test('an article in review is scheduled only by approving it', async () => {
    expect(transitions.schedule.from).not.toContain('in-review')
    const { id } = await anArticleIn(db, 'in-review', people.author.id)
    const at = inAnHour()
    const approved = await transitionArticle(as(db, people.editor), id, { ...plain, move: 'approve', at })
    expect(approved).toMatchObject({ state: 'scheduled', scheduledFor: at, publishedAt: null })
  })
})

describe('a transition is refused, and nothing changes,', () => {
  test.each<[string, ArticleState, Parameters<typeof transitionArticle>[2], object]>([
    ['without the required note', 'published', { ...plain, move: 'remove' }, { code: 'invalid' }],
    ['without the required time', 'draft', { ...plain, move: 'schedule' }, { code: 'invalid' }],
    [
      'with a time in the past',
      'draft',
      { ...plain, move: 'schedule', at: new Date().toISOString() },
      { code: 'invalid' },
    ],
    [
      'with a time that the transition does not accept',
      'draft',
      { ...plain, move: 'publish', at: inAnHour() },
      { code: 'invalid' },
    ],
    [
      'for an outdated version',
      'draft',
      { ...plain, move: 'publish', version: 7 },
      { code: 'version-conflict', details: { version: 1 } },
    ],
  ])('%s', async (_why, state, input, refusal) => {
    const { id } = await anArticleIn(db, state, people.editor.id)
    const before = await articleSnapshot(db, id)
    await expect(transitionArticle(as(db, people.editor), id, input)).rejects.toMatchObject(refusal)
    expect(await articleSnapshot(db, id)).toEqual(before)
  })

  test.each([
    ['without a title', { title: '' }, ['title']],
    ['without a text', { body: aDocument(' ') }, ['text']],
    ['without either', { title: '', body: aDocument(' ') }, ['title', 'text']],
  ])('%s', async (_why, given, missing) => {
    const { id } = await anArticle(db, people.author.id, { publishedAt: undefined, ...given })
    const before = await articleSnapshot(db, id)
    for (const name of ['publish', 'submit', 'schedule'] as const) {
      const attempt = transitionArticle(as(db, people.author), id, request(name))
      await expect(attempt).rejects.toMatchObject({ code: 'not-ready', details: { missing } })
    }
    expect(await articleSnapshot(db, id)).toEqual(before)
  })
})

test('of two concurrent transitions one succeeds and the other gets the new state', async () => {
  const { id } = await anArticleIn(db, 'in-review', people.author.id)
  const other = await aPerson(db, 'editor')
  const outcomes = await Promise.all([
    refusalOf(transitionArticle(as(db, people.editor), id, { ...plain, move: 'approve' })),
    refusalOf(transitionArticle(as(db, other), id, { ...plain, move: 'request-changes', note: 'Shorter, please' })),
  ])
  expect(outcomes.filter((refused) => refused === null)).toHaveLength(1)
  expect(outcomes.find((refused) => refused !== null)).toMatchObject({ code: 'wrong-state' })
  expect(await db.selectFrom('articleMove').select('id').where('articleId', '=', id).execute()).toHaveLength(2)
})

test('the author sees why changes were requested', async () => {
  const { id } = await anArticleIn(db, 'in-review', people.reader.id)
  await transitionArticle(as(db, people.editor), id, { ...plain, move: 'request-changes', note: 'The end is missing.' })
  const seen = await presentArticle(as(db, people.reader), id)
  expect(seen.lastNote).toMatchObject({
    move: 'request-changes',
    text: 'The end is missing.',
    by: { id: people.editor.id },
  })
  expect(seen.can).toEqual(['submit', 'trash'])
})

test('bulk transitions succeed or fail one by one', async () => {
  const draft = await anArticleIn(db, 'draft', people.author.id)
  const story = await anArticleIn(db, 'published', people.author.id)
  const others = await anArticleIn(db, 'draft', otherAuthor.id)
  const outcomes = await transitionArticles(as(db, people.author), {
    ids: [draft.id, story.id, others.id, draft.id],
    move: 'publish',
    note: '',
  })
  expect(outcomes).toEqual([
    { id: draft.id, refused: null },
    { id: story.id, refused: { code: 'wrong-state', message: expect.stringContaining('published') } },
    { id: others.id, refused: { code: 'not-found', message: expect.any(String) } },
  ])
  expect(await presentArticle(as(db, people.author), draft.id)).toMatchObject({ state: 'published' })
})

test('a removed article restored from the trash stays removed', async () => {
  const { id } = await anArticleIn(db, 'removed', people.author.id)
  const ctx = as(db, people.author)
  await transitionArticle(ctx, id, { ...plain, move: 'trash' })
  expect(await transitionArticle(ctx, id, { ...plain, move: 'untrash' })).toMatchObject({
    state: 'removed',
    can: ['trash'],
  })
})

test('a removed story is restored with its last published text', async () => {
  const { id } = await anArticleIn(db, 'removed', people.reader.id, { title: 'As approved' })
  await saveDraft(as(db, people.reader), id, { title: 'As smuggled in', version: 1, save: 'a' })
  const restored = await transitionArticle(as(db, people.editor), id, { ...plain, move: 'restore' })
  expect(restored).toMatchObject({ state: 'published', title: 'As smuggled in', changed: true })
  const { title } = await db.selectFrom('article').select('title').where('id', '=', id).executeTakeFirstOrThrow()
  expect(title).toBe('As approved')
})

describe('a reader with enough approved articles', () => {
  async function approveOne(reader: Viewer) {
    const { id } = await anArticleIn(db, 'in-review', reader.id)
    await transitionArticle(as(db, people.editor), id, { ...plain, move: 'approve' })
  }
  const roleOf = async ({ id }: Viewer) =>
    (await db.selectFrom('person').select('role').where('id', '=', id).executeTakeFirst())?.role

  test('becomes an author after the third article, counting each once', async () => {
    const reader = await aPerson(db)
    const { id } = await anArticleIn(db, 'in-review', reader.id)
    for (let again = 0; again < 3; again++) {
      await transitionArticle(as(db, people.editor), id, { ...plain, move: 'approve' })
      await forceTransition(db, id, { transition: 'unpublish' })
      await forceTransition(db, id, { transition: 'submit' })
    }
    await approveOne(reader)
    expect(await roleOf(reader)).toBe('reader')
    await approveOne(reader)
    expect(await roleOf(reader)).toBe('author')
  })

  test('becomes an author after the configured number, or never', async () => {
    const [soon, never] = [await aPerson(db), await aPerson(db)]
    const set = (value: string) => inTransaction(as(db, people.admin), (tx) => updateSetting(tx, 'authorAfter', value))
    await set('1')
    await approveOne(soon)
    await set('0')
    for (let count = 0; count < 4; count++) await approveOne(never)
    await set('3')
    expect([await roleOf(soon), await roleOf(never)]).toEqual(['author', 'reader'])
  })

  test('an editor keeps their role', async () => {
    const editor = await aPerson(db, 'editor')
    for (let count = 0; count < 3; count++) await approveOne(editor)
    expect(await roleOf(editor)).toBe('editor')
  })
})

test('a scheduled article cannot be edited without the right to publish', async () => {
  const { id } = await anArticleIn(db, 'in-review', people.reader.id)
  const at = new Date(Date.now() + MINUTE_MS).toISOString()
  await transitionArticle(as(db, people.editor), id, { ...plain, move: 'approve', at })
  const reader = as(db, await asReader(people.reader))
  await expect(saveDraft(reader, id, { title: 'Other words', version: 1, save: 'a' })).rejects.toMatchObject({
    code: 'wrong-state',
    details: { state: 'scheduled' },
  })
  expect((await presentArticle(reader, id)).may.edit).toBe(false)
  expect((await presentArticle(as(db, people.editor), id)).may.edit).toBe(true)
})

/** Resets a role that an earlier test changed. */
async function asReader(viewer: Viewer): Promise<Viewer> {
  return { ...viewer, role: 'reader' }
}
