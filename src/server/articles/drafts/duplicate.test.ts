import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, aDraft, draftRow } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import { aLibraryPicture, as } from '#test/workflow.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { duplicateArticle } from './duplicate.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const picture = { src: '/art/tide-1-tide.svg', alt: '', width: 3, height: 2 }

describe('duplicating an article', () => {
  test('copies text, tags and cover to a new draft, once', async () => {
    const ada = as(db, await aPerson(db, 'author'))
    const media = await aLibraryPicture(db, ada.viewer.id)
    const image = { type: 'image', attrs: { media, src: '/x', alt: 'Gate' } }
    const source = await aDraft(db, ada.viewer.id, {
      state: 'published',
      title: 'Home',
      subtitle: 'And away',
      slug: 'home',
      canonicalUrl: 'https://elsewhere.example/home',
      tags: ['slow', 'trains'],
      body: { type: 'doc', content: [...aDocument('Words.').content, image] },
      cover: { media: null, alt: 'A tide', focus: { x: 1, y: 2 }, picture },
    })
    const id = newId()
    const copy = await duplicateArticle(ada, source.id, id)
    expect(copy).toMatchObject({
      id,
      state: 'draft',
      title: 'Home (copy)',
      subtitle: 'And away',
      tags: ['slow', 'trains'],
      cover: { media: null, alt: 'A tide', focus: { x: 1, y: 2 } },
      slug: null,
      canonical: null,
      author: { id: ada.viewer.id },
      publishedAt: null,
    })
    expect((await draftRow(db, id)).plain).toBe('Words.')
    const references = db.selectFrom('mediaUse').select('ref').where('mediaId', '=', media).where('ref', '=', id)
    expect(await references.execute()).toHaveLength(1)
    expect((await duplicateArticle(ada, source.id, id)).version).toBe(copy.version)
  })

  test('a co-author’s or an editor’s copy is their own; others get 404', async () => {
    const [ada, bob, eve] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db, 'author')]
    const editor = await aPerson(db, 'editor')
    const source = await aDraft(db, ada.id, { coAuthors: [bob.id], title: 'x'.repeat(200) })
    for (const person of [bob, editor]) {
      const copy = await duplicateArticle(as(db, person), source.id, newId())
      expect(copy).toMatchObject({ author: { id: person.id }, coAuthors: [] })
      expect(copy.title).toHaveLength(200)
      expect(copy.title.endsWith('x (copy)')).toBe(true)
    }
    await expect(duplicateArticle(as(db, eve), source.id, newId())).rejects.toMatchObject({ code: 'not-found' })
  })
})
