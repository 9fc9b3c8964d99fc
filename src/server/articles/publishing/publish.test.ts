import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { aLibraryPicture, anArticleIn, as } from '#test/workflow.ts'
import type { Document } from '#contract/document/document.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { getStory } from '#server/reading/story.ts'
import { listThreads } from '#server/conversation/threads.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { createDraft, saveDraft } from '#server/articles/drafts/drafts.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import { slugFromTitle } from './slugs.ts'
import { withdrawArticlesOf } from '#server/articles/withdraw-all.ts'

let db: Db
let author: Viewer
let ctx: Ctx<Viewer>
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await aPerson(db, 'author')
  ctx = as(db, author)
})

const plain = { note: '', at: null, version: null }
const publish = { ...plain, move: 'publish' as const }
const update = { ...plain, move: 'update' as const }

async function aStory(title: string, fields: Partial<Parameters<typeof createDraft>[1]> = {}) {
  const { id } = await createDraft(ctx, { id: newId(), save: 'a', title, body: aDocument('Some words.'), ...fields })
  return transitionArticle(ctx, id, publish)
}

async function aCategory(slug: string) {
  const { id } = await createCategory(aCtx(db), { slug, name: slug, description: '', picture: null, position: 0 })
  return async () =>
    (await db.selectFrom('category').select('storyCount').where('id', '=', id).executeTakeFirstOrThrow()).storyCount
}

const tagCount = async (slug: string) =>
  (await db.selectFrom('tag').select('storyCount').where('slug', '=', slug).executeTakeFirst())?.storyCount

test('publishing copies every field of the draft', async () => {
  await aCategory('walks')
  const cover = { media: await aLibraryPicture(db, author.id), alt: 'A lane', focus: { x: 10, y: 90 } }
  const before = new Date()
  const created = await aStory('  The long   way home ', {
    subtitle: 'On foot',
    category: 'walks',
    tags: ['Slow trains', 'Dawn'],
    cover,
    language: 'en-GB',
    canonical: 'https://example.com/home',
    seoTitle: 'Home',
    seoDescription: 'Walking',
    takesResponses: false,
  })
  expect(created).toMatchObject({
    state: 'published',
    ref: 'the-long-way-home',
    changed: false,
    title: 'The long way home',
  })
  const read = await getStory(aCtx(db), created.ref)
  expect(read).toMatchObject({
    title: 'The long way home',
    subtitle: 'On foot',
    excerpt: 'Some words.',
    category: { slug: 'walks' },
    tags: [{ slug: 'slow-trains' }, { slug: 'dawn' }],
    cover: { alt: 'A lane', focus: { x: 10, y: 90 } },
    language: 'en-GB',
    canonical: 'https://example.com/home',
    seoTitle: 'Home',
    seoDescription: 'Walking',
    takesResponses: false,
    html: '<p>Some words.</p>',
    walled: false,
  })
  expect(new Date(read.publishedAt).getTime()).toBeGreaterThanOrEqual(before.getTime())
})

test('publishing references the media in the text', async () => {
  const media = await aLibraryPicture(db, author.id)
  const attrs = { media, src: '/x.jpg', alt: '', caption: '', size: 'text', width: 8, height: 6 }
  const body: Document = { type: 'doc', content: [...aDocument('Look:').content, { type: 'image', attrs }] }
  const { id } = await aStory('With a picture', { body })
  const uses = db.selectFrom('mediaUse').select(['mediaId', 'kind']).where('ref', '=', id)
  expect(await uses.execute()).toEqual([{ mediaId: media, kind: 'article' }])
  await saveDraft(ctx, id, { body: aDocument('Nothing to see'), version: 1, save: 'b' })
  expect(await uses.execute()).toHaveLength(1)
  await transitionArticle(ctx, id, update)
  expect(await uses.execute()).toEqual([])
})

describe('a slug', () => {
  test.each([
    ['The long way home', 'the-long-way-home'],
    ['Don’t panic: it’s 42!', 'dont-panic-its-42'],
    ['زاوية منيب', 'زاوية-منيب'],
    ['Ｆｕｌｌ width', 'full-width'],
    ['✿ ✿', ''],
    ['word '.repeat(40), `${'word-'.repeat(15)}word`],
    ['a'.repeat(300), 'a'.repeat(40)],
  ])('of “%s” is %s', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug)
  })

  test('is numbered when taken, and is the id when the title has no letters', async () => {
    const refs = []
    for (let count = 0; count < 3; count++) refs.push((await aStory('Twice told')).ref)
    expect(refs).toEqual(['twice-told', 'twice-told-2', 'twice-told-3'])
    expect((await aStory('New')).ref).toBe('new-2')
    const wordless = await aStory('✿ ✿')
    expect(wordless.ref).toBe(wordless.id)
  })

  test('is unique under concurrent publication', async () => {
    const stories = await Promise.all(Array.from({ length: 6 }, () => aStory('All at once')))
    expect(new Set(stories.map(({ ref }) => ref)).size).toBe(6)
  })

  test('stays when the title changes and across unpublishing', async () => {
    const { id, ref } = await aStory('First thought')
    await saveDraft(ctx, id, { title: 'Second thought', version: 1, save: 'b' })
    expect((await transitionArticle(ctx, id, update)).ref).toBe(ref)
    await transitionArticle(ctx, id, { ...plain, move: 'unpublish' })
    await saveDraft(ctx, id, { title: 'Third thought', slug: null, version: 2, save: 'c' })
    expect((await transitionArticle(ctx, id, publish)).ref).toBe(ref)
  })

  test('that was changed redirects permanently, also after further changes and back', async () => {
    const { id } = await aStory('Moving house')
    for (const [index, slug] of ['a-new-house', 'moving-house', 'the-last-house'].entries()) {
      await saveDraft(ctx, id, { slug, version: index + 1, save: slug })
      expect((await transitionArticle(ctx, id, update)).ref).toBe(slug)
    }
    for (const old of ['moving-house', 'a-new-house', 'A-New-House', id, 'the-last-house']) {
      expect(await getStory(aCtx(db), old)).toMatchObject({ id, slug: 'the-last-house' })
      expect(await listThreads(aCtx(db), old, { sort: 'oldest', limit: 20 })).toMatchObject({ items: [] })
    }
    const olds = await db.selectFrom('oldSlug').select('slug').where('articleId', '=', id).orderBy('slug').execute()
    expect(olds.map(({ slug }) => slug)).toEqual(['a-new-house', 'moving-house'])
  })

  test('of a never-published draft is not recorded as old', async () => {
    const { id } = await aStory('Only once')
    expect(await db.selectFrom('oldSlug').select('slug').where('articleId', '=', id).execute()).toEqual([])
  })
})

describe('the counts', () => {
  const storyCount = async () =>
    (await db.selectFrom('person').select('storyCount').where('id', '=', author.id).executeTakeFirstOrThrow())
      .storyCount

  test('follow visibility and changes of category and tags', async () => {
    const [woods, shores] = [await aCategory('woods'), await aCategory('shores')]
    const before = await storyCount()
    const all = async () => [
      await storyCount(),
      await woods(),
      await shores(),
      await tagCount('oak'),
      await tagCount('reed'),
    ]
    const { id } = await aStory('Counted', { category: 'woods', tags: ['Oak', 'Elm'] })
    expect(await all()).toEqual([before + 1, 1, 0, 1, undefined])
    await saveDraft(ctx, id, { category: 'shores', tags: ['Elm', 'Reed'], version: 1, save: 'b' })
    expect(await all()).toEqual([before + 1, 1, 0, 1, undefined])
    await transitionArticle(ctx, id, update)
    expect(await all()).toEqual([before + 1, 0, 1, 0, 1])
    expect(await tagCount('elm')).toBe(1)
    await transitionArticle(ctx, id, update)
    expect(await all()).toEqual([before + 1, 0, 1, 0, 1])

    const editor = as(db, await aPerson(db, 'editor'))
    await transitionArticle(editor, id, { ...plain, move: 'remove', note: 'No' })
    expect(await all()).toEqual([before, 0, 0, 0, 0])
    await transitionArticle(editor, id, { ...plain, move: 'restore' })
    expect(await all()).toEqual([before + 1, 0, 1, 0, 1])
    await transitionArticle(ctx, id, { ...plain, move: 'unpublish' })
    expect(await all()).toEqual([before, 0, 0, 0, 0])
    await transitionArticle(ctx, id, publish)
    await transitionArticle(ctx, id, { ...plain, move: 'trash' })
    expect(await all()).toEqual([before, 0, 0, 0, 0])
    await transitionArticle(ctx, id, { ...plain, move: 'untrash' })
    expect(await all()).toEqual([before, 0, 0, 0, 0])
  })

  test('are right after all articles of a person are withdrawn', async () => {
    const gone = await aPerson(db, 'author')
    const meadows = await aCategory('meadows')
    const { id: categoryId } = await db
      .selectFrom('category')
      .select('id')
      .where('slug', '=', 'meadows')
      .executeTakeFirstOrThrow()
    for (const state of ['published', 'draft', 'scheduled', 'removed', 'trashed'] as const) {
      await anArticleIn(db, state, gone.id, { categoryId })
    }
    await db.transaction().execute((tx) => withdrawArticlesOf(aCtx(tx), gone.id))
    expect(await meadows()).toBe(0)
    const rows = await db
      .selectFrom('article')
      .select(['state', 'trashedFrom', 'trashedAt', 'scheduledFor'])
      .where('authorId', '=', gone.id)
      .execute()
    for (const row of rows)
      expect(row).toMatchObject({ state: 'trashed', trashedAt: expect.any(Date), scheduledFor: null })
    expect(rows.map(({ trashedFrom }) => trashedFrom).toSorted()).toEqual(
      ['published', 'draft', 'scheduled', 'removed', 'draft'].toSorted(),
    )
  })
})

test('publishedAt keeps the first publication; updatedAt has the last change', async () => {
  const day = (n: number) => ({ ...ctx, now: () => new Date(Date.UTC(2030, 0, n)) })
  const { id } = await createDraft(day(1), { id: newId(), save: 'a', title: 'Dated', body: aDocument() })
  await transitionArticle(day(2), id, publish)
  await saveDraft(day(3), id, { subtitle: 'More', version: 1, save: 'b' })
  const times = async () => {
    const { publishedAt, updatedAt } = await getStory(aCtx(db), id)
    return [publishedAt, updatedAt].map((at) => new Date(at).getUTCDate())
  }
  expect(await times()).toEqual([2, 2])
  await transitionArticle(day(4), id, update)
  expect(await times()).toEqual([2, 4])
  await transitionArticle(day(5), id, { ...plain, move: 'unpublish' })
  await transitionArticle(day(6), id, publish)
  expect(await times()).toEqual([2, 6])
})

test('every publication and submission creates a revision', async () => {
  const { id } = await aStory('Kept')
  await saveDraft(ctx, id, { title: 'Kept again', version: 1, save: 'b' })
  await transitionArticle(ctx, id, { ...plain, move: 'submit-update' })
  await transitionArticle(ctx, id, update)
  const revisions = await db.selectFrom('revision').select(['kind', 'title']).where('articleId', '=', id).execute()
  expect(
    revisions
      .filter(({ kind }) => kind !== 'saved')
      .map(({ kind, title }) => `${kind} ${title}`)
      .toSorted(),
  ).toEqual(['published Kept', 'published Kept again', 'submitted Kept again'])
})

test('pending updates are listed, declined with a reason, or published', async () => {
  const reader = await aPerson(db)
  const { id } = await anArticleIn(db, 'published', reader.id)
  const mine = as(db, reader)
  const editor = as(db, await aPerson(db, 'editor'))
  await saveDraft(mine, id, { title: 'Better', version: 1, save: 'a' })
  expect(await transitionArticle(mine, id, { ...plain, move: 'submit-update' })).toMatchObject({
    updateAsked: true,
    state: 'published',
  })
  const declined = await transitionArticle(editor, id, { ...plain, move: 'decline-update', note: 'It was good.' })
  expect(declined).toMatchObject({ updateAsked: false, changed: true, lastNote: { text: 'It was good.' } })
  await transitionArticle(mine, id, { ...plain, move: 'submit-update' })
  expect(await transitionArticle(editor, id, update)).toMatchObject({ updateAsked: false, changed: false })
  expect((await getStory(aCtx(db), id)).title).toBe('Better')
})
