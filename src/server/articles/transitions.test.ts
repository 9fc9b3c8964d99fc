import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import { anArticleIn, anyStep, as, everyRole, everythingOf } from '#test/workflow.ts'
import { ArticleState, Move } from '#contract/articles.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { type Role, roles } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { changeSetting } from '#server/settings/site.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Db } from '#server/platform/db.ts'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { listMoves, move, moveMany } from './transitions.ts'
import { type Part, landing, leadsOn, mayMove, mayWork, moves } from './policy.ts'
import { presentArticle } from './present.ts'

let db: Db
let people: Record<Role, Viewer>
let somebody: Viewer
beforeAll(async () => {
  db = (await aDatabase()).db
  people = await everyRole(db)
  somebody = await aPerson(db, 'author')
})

const parts: Part[] = ['author', 'co-author', 'none']
const plain = { note: '', at: null, version: null }
const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString()

function asked(name: Move) {
  const { needs } = moves[name]
  return { ...plain, move: name, note: needs === 'note' ? 'Because' : '', at: needs === 'time' ? inAnHour() : null }
}

/** An article in this state to which this person stands in this part; changes to a story wait to be looked at. */
async function anArticleFor(viewer: Viewer, part: Part, state: ArticleState) {
  const authorId = part === 'author' ? viewer.id : somebody.id
  const article = await anArticleIn(db, state, authorId, { coAuthorIds: part === 'co-author' ? [viewer.id] : [] })
  if (state === 'published') await anyStep(db, article.id, { move: 'submit-update' })
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
  const everybody = roles.flatMap((role) => parts.map((part) => ({ role, part })))

  test.each(everybody)('moves on for $role as $part where the table says so, and stays otherwise', async (who) => {
    const viewer = people[who.role]
    const ctx = as(db, viewer)
    const standing = { state, updateAsked: state === 'published' }
    const still = await anArticleFor(viewer, who.part, state)
    const before = await everythingOf(db, still.id)

    const allowed = Move.options.filter((name) => mayMove(who, name) && leadsOn(name, standing))
    for (const name of Move.options.filter((one) => !allowed.includes(one))) {
      const refused = await refusalOf(move(ctx, still.id, asked(name)))
      const code = !mayWork(who) ? 'not-found' : !mayMove(who, name) ? 'not-allowed' : 'wrong-state'
      expect([name, refused?.code, refused?.status]).toEqual([name, code, statuses[code]])
      if (code === 'wrong-state') expect(refused).toMatchObject({ details: { state }, message: sentences[state] })
    }
    expect(await everythingOf(db, still.id)).toEqual(before)

    for (const name of allowed) {
      const { id } = await anArticleFor(viewer, who.part, state)
      const to = landing(name, { trashedFrom: 'draft', at: null })
      expect(await move(ctx, id, asked(name)), name).toMatchObject({ state: to })
      const [last] = await listMoves(ctx, id)
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

describe('the table says, as the product does, that', () => {
  test.each<[string, Role, Part, Move, boolean]>([
    ['a reader does not publish without review', 'reader', 'author', 'publish', false],
    ['a reader does not schedule', 'reader', 'author', 'schedule', false],
    ['a reader submits', 'reader', 'author', 'submit', true],
    ['an author publishes', 'author', 'author', 'publish', true],
    ['an author does not approve their own', 'author', 'author', 'approve', false],
    ['an author has no say in others’ stories', 'author', 'none', 'unpublish', false],
    ['an editor removes', 'editor', 'none', 'remove', true],
    ['an author does not restore what was removed', 'author', 'author', 'restore', false],
    ['a co-author does not throw it away', 'admin', 'co-author', 'trash', false],
    ['an editor does not throw others’ away', 'editor', 'none', 'trash', false],
  ])('%s', (_says, role, part, name, may) => {
    expect(mayMove({ role, part }, name)).toBe(may)
  })

  test('what is in review is scheduled only by approving it', async () => {
    expect(moves.schedule.from).not.toContain('in-review')
    const { id } = await anArticleIn(db, 'in-review', people.author.id)
    const at = inAnHour()
    const approved = await move(as(db, people.editor), id, { ...plain, move: 'approve', at })
    expect(approved).toMatchObject({ state: 'scheduled', scheduledFor: at, publishedAt: null })
  })
})

describe('a move is refused, and nothing changes,', () => {
  test.each<[string, ArticleState, Parameters<typeof move>[2], object]>([
    ['without the note it needs', 'published', { ...plain, move: 'remove' }, { code: 'invalid' }],
    ['without the time it needs', 'draft', { ...plain, move: 'schedule' }, { code: 'invalid' }],
    [
      'for a time that has passed',
      'draft',
      { ...plain, move: 'schedule', at: new Date().toISOString() },
      { code: 'invalid' },
    ],
    ['with a time it does not take', 'draft', { ...plain, move: 'publish', at: inAnHour() }, { code: 'invalid' }],
    [
      'for a text that was saved since',
      'draft',
      { ...plain, move: 'publish', version: 7 },
      { code: 'version-conflict', details: { version: 1 } },
    ],
  ])('%s', async (_why, state, wanted, refusal) => {
    const { id } = await anArticleIn(db, state, people.editor.id)
    const before = await everythingOf(db, id)
    await expect(move(as(db, people.editor), id, wanted)).rejects.toMatchObject(refusal)
    expect(await everythingOf(db, id)).toEqual(before)
  })

  test.each([
    ['without a title', { title: '' }, ['title']],
    ['without a text', { body: aDocument(' ') }, ['text']],
    ['without either', { title: '', body: aDocument(' ') }, ['title', 'text']],
  ])('%s', async (_why, given, missing) => {
    const { id } = await anArticle(db, people.author.id, { publishedAt: undefined, ...given })
    const before = await everythingOf(db, id)
    for (const name of ['publish', 'submit', 'schedule'] as const) {
      const wanted = move(as(db, people.author), id, asked(name))
      await expect(wanted).rejects.toMatchObject({ code: 'not-ready', details: { missing } })
    }
    expect(await everythingOf(db, id)).toEqual(before)
  })
})

test('two who move one article at once: one does, the other is told how it stands', async () => {
  const { id } = await anArticleIn(db, 'in-review', people.author.id)
  const other = await aPerson(db, 'editor')
  const outcomes = await Promise.all([
    refusalOf(move(as(db, people.editor), id, { ...plain, move: 'approve' })),
    refusalOf(move(as(db, other), id, { ...plain, move: 'request-changes', note: 'Shorter, please' })),
  ])
  expect(outcomes.filter((refused) => refused === null)).toHaveLength(1)
  expect(outcomes.find((refused) => refused !== null)).toMatchObject({ code: 'wrong-state' })
  expect(await db.selectFrom('articleMove').select('id').where('articleId', '=', id).execute()).toHaveLength(2)
})

test('why changes are asked for is what its author reads next', async () => {
  const { id } = await anArticleIn(db, 'in-review', people.reader.id)
  await move(as(db, people.editor), id, { ...plain, move: 'request-changes', note: 'The end is missing.' })
  const seen = await presentArticle(as(db, people.reader), id)
  expect(seen.lastNote).toMatchObject({
    move: 'request-changes',
    text: 'The end is missing.',
    by: { id: people.editor.id },
  })
  expect(seen.can).toEqual(['submit', 'trash'])
})

test('many are moved or refused each on its own', async () => {
  const draft = await anArticleIn(db, 'draft', people.author.id)
  const story = await anArticleIn(db, 'published', people.author.id)
  const others = await anArticleIn(db, 'draft', somebody.id)
  const outcomes = await moveMany(as(db, people.author), {
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

test('the trash does not wash a removal off', async () => {
  const { id } = await anArticleIn(db, 'removed', people.author.id)
  const ctx = as(db, people.author)
  await move(ctx, id, { ...plain, move: 'trash' })
  expect(await move(ctx, id, { ...plain, move: 'untrash' })).toMatchObject({ state: 'removed', can: ['trash'] })
})

test('what was removed comes back as readers knew it, not as it was changed since', async () => {
  const { id } = await anArticleIn(db, 'removed', people.reader.id, { title: 'As approved' })
  await saveDraft(as(db, people.reader), id, { title: 'As smuggled in', version: 1, save: 'a' })
  const restored = await move(as(db, people.editor), id, { ...plain, move: 'restore' })
  expect(restored).toMatchObject({ state: 'published', title: 'As smuggled in', changed: true })
  const { title } = await db.selectFrom('article').select('title').where('id', '=', id).executeTakeFirstOrThrow()
  expect(title).toBe('As approved')
})

describe('a reader of whom enough was approved', () => {
  async function approveOne(reader: Viewer) {
    const { id } = await anArticleIn(db, 'in-review', reader.id)
    await move(as(db, people.editor), id, { ...plain, move: 'approve' })
  }
  const roleOf = async ({ id }: Viewer) =>
    (await db.selectFrom('person').select('role').where('id', '=', id).executeTakeFirst())?.role

  test('is an author after the third, whatever happened to one twice', async () => {
    const reader = await aPerson(db)
    const { id } = await anArticleIn(db, 'in-review', reader.id)
    for (let again = 0; again < 3; again++) {
      await move(as(db, people.editor), id, { ...plain, move: 'approve' })
      await anyStep(db, id, { move: 'unpublish' })
      await anyStep(db, id, { move: 'submit' })
    }
    await approveOne(reader)
    expect(await roleOf(reader)).toBe('reader')
    await approveOne(reader)
    expect(await roleOf(reader)).toBe('author')
  })

  test('is one as soon as the owner says, or never', async () => {
    const [soon, never] = [await aPerson(db), await aPerson(db)]
    const set = (value: string) => inTransaction(as(db, people.admin), (tx) => changeSetting(tx, 'authorAfter', value))
    await set('1')
    await approveOne(soon)
    await set('0')
    for (let count = 0; count < 4; count++) await approveOne(never)
    await set('3')
    expect([await roleOf(soon), await roleOf(never)]).toEqual(['author', 'reader'])
  })

  test('an editor stays one', async () => {
    const editor = await aPerson(db, 'editor')
    for (let count = 0; count < 3; count++) await approveOne(editor)
    expect(await roleOf(editor)).toBe('editor')
  })
})

test('what was approved for later cannot be changed by those who may not publish', async () => {
  const { id } = await anArticleIn(db, 'in-review', people.reader.id)
  const at = new Date(Date.now() + MINUTE_MS).toISOString()
  await move(as(db, people.editor), id, { ...plain, move: 'approve', at })
  const reader = as(db, await asReader(people.reader))
  await expect(saveDraft(reader, id, { title: 'Other words', version: 1, save: 'a' })).rejects.toMatchObject({
    code: 'wrong-state',
    details: { state: 'scheduled' },
  })
  expect((await presentArticle(reader, id)).may.edit).toBe(false)
  expect((await presentArticle(as(db, people.editor), id)).may.edit).toBe(true)
})

/** Whoever was promoted by an earlier test is a reader all the same here. */
async function asReader(viewer: Viewer): Promise<Viewer> {
  return { ...viewer, role: 'reader' }
}
