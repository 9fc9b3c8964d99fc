import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDocument, aDraft, articleRow, draftRow } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { aPhotoFile, anObject } from '#test/pictures.ts'
import type { Document, Node } from '#contract/document/document.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Media } from '#contract/media.ts'
import { replaceMedia, ingestUpload } from '#server/media/ingest.ts'
import { updateMedia, getMedia } from '#server/media/library.ts'
import { deleteAllMediaOf, deleteMedia } from '#server/media/delete-media.ts'
import { addMediaReference } from '#server/media/media-references.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { withoutMedia } from '#server/documents/document-media.ts'
import { locateArticles } from './replaced-media.ts'
import { createTemplate, listTemplates } from '#server/articles/drafts/templates.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

type As = Ctx<Viewer> & { viewer: TestPerson }

/** A person with a picture, whose ctx records the invalidated cache tags. */
async function withPicture() {
  const invalidated: string[] = []
  const dropCached = (names: Iterable<string>) => void invalidated.push(...names)
  const ada: As = { ...app.ctx, dropCached, viewer: await aPerson(database.db, 'author') }
  const media = await aPhoto(ada)
  return { ada, media, invalidated }
}

async function aPhoto(ctx: As, width = 400) {
  const bytes = await aPhotoFile(width, 300)
  return ingestUpload(ctx, { object: await anObject(ctx, ctx.viewer, bytes), name: 'Gate', alt: 'In the library' })
}

async function another(ctx: As, width: number) {
  return { object: await anObject(ctx, ctx.viewer, await aPhotoFile(width, 300)) }
}

function anImage({ id, picture }: Media): Node {
  const { src = '', width = 1, height = 1 } = picture ?? {}
  const attrs = { media: id, src, alt: 'A gate', caption: '', size: 'text', width, height }
  return { type: 'image', attrs }
}

const folder = ({ address }: Media) => address.split('/')[2] ?? ''

describe('a cover', () => {
  async function covered() {
    const { ada, media, invalidated } = await withPicture()
    const picture = media.picture ?? { src: '', alt: '', width: 1, height: 1 }
    const cover = { media: media.id, alt: 'My words', focus: { x: 10, y: 20 }, picture }
    const { id, slug, title } = await aDraft(database.db, ada.viewer.id, { state: 'published', cover })
    await addMediaReference(ada, { mediaId: media.id, kind: 'cover', ref: id })
    const covers = async () =>
      [(await draftRow(database.db, id)).cover, (await articleRow(database.db, id)).cover] as const
    return { ada, media, invalidated, id, slug, title, covers }
  }

  test('follows the picture, keeping the story’s alternative text and focal point', async () => {
    const { ada, media, invalidated, id, covers } = await covered()
    const replaced = await replaceMedia(ada, media.id, await another(ada, 330))
    const [draft, article] = await covers()
    expect(draft).toMatchObject({ media: media.id, alt: 'My words', focus: { x: 10, y: 20 }, picture: { width: 330 } })
    expect(article).toMatchObject({ alt: 'My words', focus: { x: 10, y: 20 }, width: 330 })
    for (const src of [draft?.picture.src, article?.src]) expect(src?.split('/')[2]).toBe(folder(replaced))
    expect(invalidated).toContain(`article:${id}`)
    await updateMedia(ada, media.id, { alt: 'Other words of the library' })
    expect((await covers())[1]?.alt).toBe('My words')
  })

  test('is removed with its picture, and only then', async () => {
    const { ada, media, id, slug, title, covers } = await covered()
    const other = await aPhoto(ada)
    await addMediaReference(ada, { mediaId: other.id, kind: 'cover', ref: id })
    await deleteMedia(ada, other.id, true)
    expect((await covers()).every(Boolean)).toBe(true)
    await expect(deleteMedia(ada, media.id, false)).rejects.toMatchObject({
      code: 'in-use',
      details: { uses: [{ kind: 'cover', title, address: `/story/${slug}` }] },
    })
    await deleteMedia(ada, media.id, true)
    expect(await covers()).toEqual([null, null])
  })
})

describe('a picture in a text', () => {
  async function illustrated(state: 'draft' | 'published' | 'scheduled' = 'published') {
    const { ada, media, invalidated } = await withPicture()
    const body: Document = { type: 'doc', content: [...aDocument('Before').content, anImage(media)] }
    const { id, title } = await aDraft(database.db, ada.viewer.id, { state, body })
    await addMediaReference(ada, { mediaId: media.id, kind: 'article', ref: id })
    const texts = async () => [await draftRow(database.db, id), await articleRow(database.db, id)] as const
    return { ada, media, invalidated, id, title, texts }
  }

  test('is rendered again for authors and readers when it is replaced', async () => {
    const { ada, media, invalidated, id, texts } = await illustrated()
    await database.db.updateTable('article').set({ html: 'stale' }).where('id', '=', id).execute()
    await database.db.updateTable('draft').set({ html: 'stale' }).where('articleId', '=', id).execute()
    await replaceMedia(ada, media.id, await another(ada, 330))
    for (const row of await texts()) {
      expect(row.html).toContain(`/media/${media.id}-`)
      expect(row.plain).toContain('Before')
    }
    expect((await draftRow(database.db, id)).version).toBe(1)
    expect(invalidated).toContain(`article:${id}`)
  })

  test.each(['published', 'scheduled'] as const)(
    'in a %s story cannot be replaced without the right to publish',
    async (state) => {
      const { ada, media, texts } = await illustrated(state)
      const reader: As = { ...ada, viewer: { ...ada.viewer, role: 'reader' } }
      const before = await texts()
      await expect(replaceMedia(reader, media.id, await another(reader, 330))).rejects.toMatchObject({
        code: 'not-allowed',
      })
      expect(await texts()).toEqual(before)
      expect((await getMedia(reader, media.id)).address).toBe(media.address)
      expect((await replaceMedia(ada, media.id, await another(ada, 330))).address).not.toBe(media.address)
    },
  )

  test('in a draft can be replaced by its owner', async () => {
    const { ada, media } = await illustrated('draft')
    const reader: As = { ...ada, viewer: { ...ada.viewer, role: 'reader' } }
    expect((await replaceMedia(reader, media.id, await another(reader, 330))).address).not.toBe(media.address)
  })

  test('is removed from both texts when deleted, and the text stays', async () => {
    const { ada, media, invalidated, id, texts } = await illustrated()
    await deleteMedia(ada, media.id, true)
    for (const { body, html } of await texts()) {
      expect(body).toEqual(aDocument('Before'))
      expect(html).not.toContain('<img')
    }
    expect(invalidated).toContain(`article:${id}`)
  })

  test('lists its drafts only to people who may see them', async () => {
    const { ada, media, id, title } = await illustrated('draft')
    const uses = [{ kind: 'article', title, address: `/articles/edit?id=${id}` }]
    expect(await getMedia(ada, media.id)).toMatchObject({ uses })
    const editor: As = { ...app.ctx, viewer: await aPerson(database.db, 'editor') }
    expect(await getMedia(editor, media.id)).toMatchObject({ uses })
    expect(await locateArticles(app.ctx, [id])).toEqual(new Map())
    // Now the article belongs to another author.
    const { id: authorId } = await aPerson(database.db)
    await database.db.updateTable('article').set({ authorId }).where('id', '=', id).execute()
    expect(await getMedia(ada, media.id)).toMatchObject({
      uses: [{ kind: 'article', title: 'article', address: null }],
    })
  })
})

test('a block left empty gets a paragraph, and an empty gallery is removed', () => {
  const gone = new Set(['gone'])
  const image = { type: 'image', attrs: { media: 'gone' } }
  const kept = { type: 'image', attrs: { media: 'kept' } }
  const document: Document = {
    type: 'doc',
    content: [
      { type: 'gallery', content: [image, image] },
      { type: 'gallery', content: [image, kept] },
      { type: 'callout', content: [image] },
      { type: 'file', attrs: { media: 'gone' } },
      { type: 'toggle', content: [{ type: 'toggleSummary' }, { type: 'toggleBody', content: [image] }] },
    ],
  }
  expect(withoutMedia(document, gone).content).toEqual([
    { type: 'gallery', content: [kept] },
    { type: 'callout', content: [{ type: 'paragraph' }] },
    { type: 'toggle', content: [{ type: 'toggleSummary' }, { type: 'toggleBody', content: [{ type: 'paragraph' }] }] },
  ])
  expect(withoutMedia({ type: 'doc', content: [image] }, gone).content).toEqual([{ type: 'paragraph' }])
})

test('a template omits deleted pictures', async () => {
  const { ada, media } = await withPicture()
  const words: Node = { type: 'paragraph', content: [{ type: 'text', text: 'Begin here.' }] }
  const body: Document = { type: 'doc', content: [anImage(media), words] }
  const { id } = await createTemplate(ada, { kind: 'template', name: 'Walk', description: '', title: '', body })
  await deleteMedia(ada, media.id, false)
  const offered = (await listTemplates(ada)).find((template) => template.id === id)
  expect(offered?.body?.content).toEqual([words])
})

test('all media of a person are removed from a text at once, and the text stays', async () => {
  const { ada, media } = await withPicture()
  const others = [await aPhoto(ada, 410), await aPhoto(ada, 420)]
  const words: Node = { type: 'paragraph', content: [{ type: 'text', text: 'The words stay.' }] }
  const body: Document = { type: 'doc', content: [anImage(media), words, ...others.map(anImage)] }
  const { id } = await aDraft(database.db, ada.viewer.id, { body, state: 'published' })
  for (const { id: mediaId } of [media, ...others]) await addMediaReference(ada, { mediaId, kind: 'article', ref: id })
  await inTransaction(ada, (tx) => deleteAllMediaOf(tx, ada.viewer.id))
  expect((await articleRow(database.db, id)).body.content).toEqual([words])
  expect((await draftRow(database.db, id)).html).toBe('<p>The words stay.</p>')
  expect(await database.db.selectFrom('media').select('id').where('ownerId', '=', ada.viewer.id).execute()).toEqual([])
})
