import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { aLibraryPicture, anArticleIn, forceTransition, as, articleSnapshot } from '#test/workflow.ts'
import { ArticleState } from '#contract/articles/articles.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { createDraft, saveDraft } from './drafts.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import { presentArticle } from '#server/articles/present.ts'

let db: Db
let author: Viewer
let ctx: Ctx<Viewer>
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await aPerson(db, 'author')
  ctx = as(db, author)
})

const begin = (fields: Partial<Parameters<typeof createDraft>[1]> = {}) =>
  createDraft(ctx, { id: newId(), save: 'first', ...fields })
const publish = { move: 'publish' as const, note: '', at: null, version: null }

describe('a new article', () => {
  test('starts empty, private, with its id as slug', async () => {
    const created = await begin()
    expect(created).toMatchObject({ state: 'draft', ref: created.id, version: 1, title: '', words: 0, changed: true })
    expect(created.author.id).toBe(author.id)
    expect(created.can).toEqual(['submit', 'publish', 'schedule', 'trash'])
    const other = as(db, await aPerson(db, 'author'))
    await expect(presentArticle(other, created.id)).rejects.toMatchObject({ code: 'not-found' })
    const editor = as(db, await aPerson(db, 'editor'))
    expect(await presentArticle(editor, created.id)).toMatchObject({
      id: created.id,
      may: { edit: true, review: true },
    })
  })

  test('is created once when requested twice, even concurrently', async () => {
    const id = newId()
    const create = () => createDraft(ctx, { id, save: 'one', title: 'The lost answer' })
    const answers = await Promise.all([create(), create(), create()])
    for (const answer of answers) expect(answer).toMatchObject({ id, version: 1, title: 'The lost answer' })
    await saveDraft(ctx, id, { title: 'And what came after', version: 1, save: 'two' })
    expect(await create()).toMatchObject({ version: 2, title: 'And what came after' })
  })

  test('with the id of another person’s article is refused as not-found', async () => {
    const { id } = await begin({ title: 'A secret' })
    const before = await articleSnapshot(db, id)
    const other = as(db, await aPerson(db, 'admin'))
    await expect(createDraft(other, { id, save: 'x' })).rejects.toMatchObject({ code: 'not-found', details: {} })
    expect(await articleSnapshot(db, id)).toEqual(before)
  })

  test('with the old slug of a story as id is refused, because it would take over its links', async () => {
    const old = newId().toLowerCase()
    const { id } = await anArticleIn(db, 'published', author.id, { slug: old })
    await saveDraft(ctx, id, { slug: `${old}-b`, version: 1, save: 'a' })
    await transitionArticle(ctx, id, { ...publish, move: 'update' })
    await expect(begin({ id: old })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('with an invalid field is not created', async () => {
    const id = newId()
    await expect(createDraft(ctx, { id, save: 'x', category: 'nowhere' })).rejects.toMatchObject({ code: 'invalid' })
    expect((await articleSnapshot(db, id)).article).toBeUndefined()
  })
})

describe('a save', () => {
  test('updates only the fields that were sent', async () => {
    const { id } = await begin({ title: 'One', subtitle: 'Two', tags: ['Rain'], excerpt: 'Three' })
    const saved = await saveDraft(ctx, id, { body: aDocument('Four five six'), version: 1, save: 'b' })
    expect(saved).toMatchObject({ version: 2, words: 3, readingMinutes: 1, changed: true })
    const article = await presentArticle(ctx, id)
    expect(article).toMatchObject({ title: 'One', subtitle: 'Two', tags: ['Rain'], excerpt: 'Three', version: 2 })
    expect(article.savedBy).toMatchObject({ id: author.id })
    expect(article.body).toEqual(aDocument('Four five six'))
  })

  test('from an older version writes nothing and names the other editor', async () => {
    const { id } = await begin({ title: 'Mine' })
    const editor = await aPerson(db, 'editor')
    await saveDraft(as(db, editor), id, { title: 'Theirs', version: 1, save: 'theirs' })
    const before = await articleSnapshot(db, id)
    const late = saveDraft(ctx, id, { title: 'Mine, later', version: 1, save: 'mine' })
    await expect(late).rejects.toMatchObject({
      code: 'version-conflict',
      details: {
        abort: 'set',
        version: 2,
        savedAt: expect.any(String),
        savedBy: { id: editor.id, name: editor.name },
      },
    })
    expect(await articleSnapshot(db, id)).toEqual(before)
  })

  test('repeated after a lost response is applied once', async () => {
    const { id } = await begin()
    const sent = { title: 'Once', version: 1, save: 'a-key' }
    const first = await saveDraft(ctx, id, sent)
    expect(await saveDraft(ctx, id, sent)).toEqual(first)
    await transitionArticle(ctx, id, { ...publish, move: 'trash' })
    expect(await saveDraft(ctx, id, sent)).toEqual(first)
    expect((await presentArticle(ctx, id)).version).toBe(2)
  })

  test('of two concurrent saves, one is written and the other gets a conflict', async () => {
    const { id } = await begin()
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((save) => saveDraft(ctx, id, { title: save, version: 1, save })),
    )
    const [written, ...more] = outcomes.filter(({ status }) => status === 'fulfilled')
    expect([written, more]).toMatchObject([{ value: { version: 2 } }, []])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'version-conflict' } })
  })

  test.each(ArticleState.options)('of an article that is %s is accepted, unless it is trashed', async (state) => {
    const { id } = await anArticleIn(db, state, author.id)
    const saving = saveDraft(ctx, id, { subtitle: 'More', version: 1, save: 'a' })
    if (state === 'trashed') await expect(saving).rejects.toMatchObject({ code: 'wrong-state', details: { state } })
    else await expect(saving).resolves.toMatchObject({ version: 2 })
    expect((await presentArticle(ctx, id)).state).toBe(state)
  })

  test('is attributed to the co-author, and refused for strangers', async () => {
    const [friend, stranger] = [await aPerson(db), await aPerson(db, 'author')]
    const { id } = await anArticleIn(db, 'draft', author.id, { coAuthorIds: [friend.id] })
    await saveDraft(as(db, friend), id, { title: 'Ours', version: 1, save: 'a' })
    expect(await presentArticle(ctx, id)).toMatchObject({ title: 'Ours', savedBy: { id: friend.id } })
    const stray = saveDraft(as(db, stranger), id, { title: 'Theirs', version: 2, save: 'b' })
    await expect(stray).rejects.toMatchObject({ code: 'not-found' })
  })

  test('invalidates no public page before publication', async () => {
    const { id } = await anArticleIn(db, 'published', author.id, { title: 'As it was' })
    await saveDraft(ctx, id, { title: 'As it will be', body: aDocument('New'), version: 1, save: 'a' })
    const shown = await db.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(shown).toMatchObject({ title: 'As it was', plain: 'A story of few words.' })
  })
})

test('creates a revision of another person’s text', async () => {
  const { id } = await begin({ title: 'First' })
  await saveDraft(as(db, await aPerson(db, 'editor')), id, { title: 'Second', version: 1, save: 'b' })
  await saveDraft(ctx, id, { title: 'Third', version: 2, save: 'c' })
  const revisions = await db
    .selectFrom('revision')
    .select('title')
    .where('articleId', '=', id)
    .orderBy('version')
    .execute()
  expect(revisions.map(({ title }) => title)).toEqual(['First', 'Second'])
})

test('creates a revision of the latest save when another person overwrites it', async () => {
  const { id } = await begin({ title: 'First' })
  const editor = as(db, await aPerson(db, 'editor'))
  for (const version of [1, 2, 3])
    await saveDraft(editor, id, { title: `Theirs ${version}`, version, save: `${version}` })
  await saveDraft(ctx, id, { title: 'Mine', version: 4, save: 'mine' })
  const revisions = await db
    .selectFrom('revision')
    .select('title')
    .where('articleId', '=', id)
    .orderBy('version')
    .execute()
  expect(revisions.map(({ title }) => title)).toEqual(['First', 'Theirs 3'])
})

describe('the changed flag', () => {
  const sent: [string, Partial<Parameters<typeof saveDraft>[2]>][] = [
    ['title', { title: 'Other' }],
    ['subtitle', { subtitle: 'Other' }],
    ['text', { body: aDocument('Other') }],
    ['tags', { tags: ['Other'] }],
    ['excerpt', { excerpt: 'Other' }],
    ['slug', { slug: 'another-address' }],
    ['search title', { seoTitle: 'Other' }],
    ['language', { language: 'de' }],
    ['access', { access: 'members' }],
    ['responses switch', { takesResponses: false }],
    ['canonical address', { canonical: 'https://example.com/first' }],
  ]
  test.each(sent)('follows the %s when it changes and changes back', async (_what, change) => {
    const { id, slug } = await anArticleIn(db, 'published', author.id, { title: 'Title', tags: ['Rain'] })
    const same = { title: 'Title', subtitle: '', body: aDocument(), tags: ['Rain'], excerpt: '', slug, seoTitle: '' }
    const back = { ...same, language: 'en', access: 'public' as const, takesResponses: true, canonical: null }
    expect(await saveDraft(ctx, id, { ...back, version: 1, save: 'a' })).toMatchObject({ changed: false })
    expect(await saveDraft(ctx, id, { ...change, version: 2, save: 'b' })).toMatchObject({ changed: true })
    expect(await saveDraft(ctx, id, { ...back, version: 3, save: 'c' })).toMatchObject({ changed: false })
  })

  test('is set when a custom excerpt is cleared', async () => {
    const { id } = await begin({ title: 'T', body: aDocument('Some words.'), excerpt: 'By hand' })
    await transitionArticle(ctx, id, publish)
    expect(await saveDraft(ctx, id, { subtitle: '', version: 1, save: 'a' })).toMatchObject({ changed: false })
    expect(await saveDraft(ctx, id, { excerpt: '', version: 2, save: 'b' })).toMatchObject({ changed: true })
  })

  test('is not set by a null slug: a published story keeps its slug', async () => {
    const { id, slug } = await anArticleIn(db, 'published', author.id)
    expect(await saveDraft(ctx, id, { slug: null, version: 1, save: 'a' })).toMatchObject({ changed: false })
    expect((await transitionArticle(ctx, id, { ...publish, move: 'update' })).ref).toBe(slug)
  })

  test('is always set while unpublished', async () => {
    const { id } = await anArticleIn(db, 'published', author.id)
    await forceTransition(db, id, { transition: 'unpublish' })
    expect(await saveDraft(ctx, id, { title: 'Any', version: 1, save: 'a' })).toMatchObject({ changed: true })
  })
})

describe('field validation:', () => {
  test.each([
    ['an unknown category', { category: 'nowhere' }, ['body', 'category']],
    ['a tag without letters or digits', { tags: ['fine', '✿'] }, ['body', 'tags', '1']],
    ['a reserved word', { slug: 'new' }, ['body', 'slug']],
    ['an unknown cover', { cover: { media: newId(), alt: '', focus: null } }, ['body', 'cover', 'media']],
    ['a cover without media', { cover: { media: null, alt: '', focus: null } }, ['body', 'cover', 'media']],
  ])('%s is refused with its path', async (_what, fields, path) => {
    const { id } = await begin()
    const before = await articleSnapshot(db, id)
    const saving = saveDraft(ctx, id, { ...fields, version: 1, save: 'a' })
    await expect(saving).rejects.toMatchObject({ code: 'invalid', details: { issues: [{ path }] } })
    expect(await articleSnapshot(db, id)).toEqual(before)
  })

  test('a category is referenced by slug', async () => {
    const { id: categoryId } = await createCategory(aCtx(db), {
      slug: 'gardens',
      name: 'Gardens',
      description: '',
      picture: null,
      position: 0,
    })
    const { id, category } = await begin({ category: 'gardens' })
    expect(category).toBe('gardens')
    expect((await articleSnapshot(db, id)).draft).toMatchObject({ categoryId })
    await saveDraft(ctx, id, { category: null, version: 1, save: 'a' })
    expect((await presentArticle(ctx, id)).category).toBeNull()
  })

  test('tags with the same slug are merged', async () => {
    expect((await begin({ tags: ['Slow  trains', 'slow-trains', 'Dawn'] })).tags).toEqual(['Slow trains', 'Dawn'])
  })

  test('a slug that is the current or old slug or the id of another story is taken; the own one is not', async () => {
    const other = await anArticleIn(db, 'published', author.id)
    await saveDraft(ctx, other.id, { slug: `${other.slug}-new`, version: 1, save: 'a' })
    await transitionArticle(ctx, other.id, { ...publish, move: 'update' })
    const { id } = await begin()
    for (const slug of [other.slug, `${other.slug}-new`, `${other.slug}-NEW`]) {
      const saving = saveDraft(ctx, id, { slug, version: 1, save: 'b' })
      await expect(saving).rejects.toMatchObject({ code: 'slug-taken' })
    }
    await expect(saveDraft(ctx, other.id, { slug: other.slug, version: 2, save: 'b' })).resolves.toBeTruthy()
  })

  test('a lone surrogate in alternative text is replaced', async () => {
    const media = await aLibraryPicture(db, author.id)
    const { cover } = await begin({ cover: { media, alt: 'A \ud83d gate', focus: null } })
    expect(cover?.alt).toBe('A \ufffd gate')
  })
})

test('the width of a picture is saved', async () => {
  const media = await aLibraryPicture(db, author.id)
  const picture = (size: string) => ({ type: 'doc' as const, content: [{ type: 'image', attrs: { media, size } }] })
  const { id, body } = await begin({ body: picture('text') })
  expect(body.content[0]?.attrs).toMatchObject({ media, size: 'text', width: 800 })
  await saveDraft(ctx, id, { body: picture('full'), version: 1, save: 'a' })
  expect((await presentArticle(ctx, id)).body.content[0]?.attrs).toMatchObject({ media, size: 'full', width: 800 })
})

describe('two people editing one draft', () => {
  const lines = (...texts: string[]) => ({
    type: 'doc' as const,
    content: texts.flatMap((text) => (text ? aDocument(text).content : [{ type: 'paragraph' }])),
  })

  async function aSharedDraft(...texts: string[]) {
    const friend = as(db, await aPerson(db, 'reader'))
    const { id } = await begin({ body: lines(...texts) })
    await db.insertInto('articleCoAuthor').values({ articleId: id, personId: friend.viewer.id, position: 0 }).execute()
    let version = 1
    const save = async (writer: Ctx<Viewer>, fields: Partial<Parameters<typeof saveDraft>[2]>) => {
      const saved = await saveDraft(writer, id, { ...fields, version, save: `save ${version}` })
      version = saved.version
    }
    const write = (writer: Ctx<Viewer>, ...content: string[]) => save(writer, { body: lines(...content) })
    const revisions = async () => {
      const rows = await db
        .selectFrom('revision')
        .select('body')
        .where('articleId', '=', id)
        .orderBy('version')
        .execute()
      return rows.map(({ body }) => body.content.map((block) => block.content?.[0]?.text ?? ''))
    }
    return { friend, save, write, revisions }
  }

  test('create no revision when they edit different paragraphs', async () => {
    const { friend, write, revisions } = await aSharedDraft('Mine', 'Theirs')
    for (let turn = 1; turn <= 5; turn++) {
      await write(ctx, `Mine ${turn}`, `Theirs${turn > 1 ? ` ${turn - 1}` : ''}`)
      await write(friend, `Mine ${turn}`, `Theirs ${turn}`)
    }
    expect(await revisions()).toEqual([['Mine', 'Theirs']])
  })

  test.each([
    ['replaces', (text: string) => [text, 'Over it']],
    ['deletes', (text: string) => [text]],
    ['empties', (text: string) => [text, '']],
  ])('create a revision of text that the other person %s', async (_what, after) => {
    const { friend, write, revisions } = await aSharedDraft('Mine', 'Old')
    await write(friend, 'Mine', 'Theirs')
    await write(ctx, 'Mine 1', 'Theirs')
    await write(ctx, ...after('Mine 2'))
    expect(await revisions()).toEqual([
      ['Mine', 'Old'],
      ['Mine 1', 'Theirs'],
    ])
  })

  test('create one revision, however many saves delete more of it', async () => {
    const { friend, write, revisions } = await aSharedDraft('Mine')
    await write(friend, 'Mine', 'One', 'Two', 'Three')
    await write(ctx, 'Mine', 'Two', 'Three')
    await write(ctx, 'Mine', 'Three')
    await write(ctx, 'Mine')
    expect(await revisions()).toEqual([['Mine'], ['Mine', 'One', 'Two', 'Three']])
  })

  test('create no revision when filling an empty paragraph or changing tags', async () => {
    const { friend, save, write, revisions } = await aSharedDraft('Mine')
    await write(friend, 'Mine', 'Theirs', '')
    await save(ctx, { tags: ['Rain'] })
    await write(ctx, 'Mine', 'Theirs', 'More')
    expect(await revisions()).toEqual([['Mine']])
    await write(ctx, 'Mine', 'More')
    expect(await revisions()).toEqual([['Mine'], ['Mine', 'Theirs', 'More']])
  })

  test('create a revision of a title that the other person replaces', async () => {
    const { friend, save, revisions } = await aSharedDraft('Mine')
    await save(friend, { title: 'Their title' })
    await save(ctx, { title: 'My title' })
    expect(await revisions()).toHaveLength(2)
  })
})

describe('a cover', () => {
  const usesOf = (id: string) =>
    db.selectFrom('mediaUse').select(['mediaId', 'kind']).where('ref', '=', id).orderBy('mediaId').execute()

  test('is a picture from the own library, and is referenced', async () => {
    const [media, file] = [await aLibraryPicture(db, author.id), await aLibraryPicture(db, author.id, 'file')]
    const strange = await aLibraryPicture(db, (await aPerson(db)).id)
    const focus = { x: 20, y: 80 }
    const { id, coverPicture } = await begin({ cover: { media, alt: 'A gate', focus } })
    expect(coverPicture).toMatchObject({
      src: expect.stringContaining(`/media/${media}-`),
      alt: 'A gate',
      focus,
      width: 800,
    })
    expect(await usesOf(id)).toEqual([{ mediaId: media, kind: 'cover' }])
    for (const wrong of [file, strange]) {
      const saving = saveDraft(ctx, id, { cover: { media: wrong, alt: '', focus }, version: 1, save: 'a' })
      await expect(saving).rejects.toMatchObject({ code: 'invalid' })
    }
    await saveDraft(ctx, id, { cover: null, version: 1, save: 'b' })
    expect(await usesOf(id)).toEqual([])
  })

  test('stays referenced while published, until the next publication', async () => {
    const [first, second] = [await aLibraryPicture(db, author.id), await aLibraryPicture(db, author.id)]
    const { id } = await begin({ title: 'T', body: aDocument(), cover: { media: first, alt: '', focus: null } })
    await transitionArticle(ctx, id, publish)
    await saveDraft(ctx, id, { cover: { media: second, alt: '', focus: null }, version: 1, save: 'a' })
    expect((await usesOf(id)).map(({ mediaId }) => mediaId).toSorted()).toEqual([first, second].toSorted())
    await transitionArticle(ctx, id, { ...publish, move: 'update' })
    expect(await usesOf(id)).toEqual([{ mediaId: second, kind: 'cover' }])
  })

  test('outside the library can be kept and described, and a co-author keeps the author’s', async () => {
    const friend = await aPerson(db)
    const picture = { src: '/art/1.svg', alt: 'Old', width: 3, height: 2 }
    const demo = await anArticleIn(db, 'draft', author.id, { cover: picture })
    await saveDraft(ctx, demo.id, { cover: { media: null, alt: 'New', focus: { x: 1, y: 2 } }, version: 1, save: 'a' })
    expect((await presentArticle(ctx, demo.id)).coverPicture).toMatchObject({ src: '/art/1.svg', alt: 'New' })

    const { id } = await anArticleIn(db, 'draft', author.id, { coAuthorIds: [friend.id] })
    const media = await aLibraryPicture(db, author.id)
    await saveDraft(ctx, id, { cover: { media, alt: '', focus: null }, version: 1, save: 'a' })
    await saveDraft(as(db, friend), id, { cover: { media, alt: 'Theirs', focus: null }, version: 2, save: 'b' })
    expect((await presentArticle(ctx, id)).cover).toEqual({ media, alt: 'Theirs', focus: null })
  })
})
