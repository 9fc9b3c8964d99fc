import { beforeAll, describe, expect, test } from 'vitest'
import { addViews } from '#test/analytics.ts'
import { aDocument, aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { anArticleIn } from '#test/workflow.ts'
import type { ArticleState } from '#contract/articles/articles.ts'
import { type DeskSort, deskSorts } from '#contract/articles/desk.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import { countOwnArticles, listOwnArticles } from './desk.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

function as(viewer: TestPerson): Ctx<Viewer> {
  return { ...aCtx(db), viewer }
}

const request = { state: 'draft' as ArticleState, sort: 'changed' as DeskSort, limit: 20 }
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('the author’s own desk', () => {
  test('lists own and co-written articles in one state', async () => {
    const [ada, bob] = [as(await aPerson(db)), as(await aPerson(db, 'author'))]
    await aDraft(db, ada.viewer.id, { title: 'Mine', savedAt: minutesAgo(3) })
    await aDraft(db, bob.viewer.id, { title: 'Ours', coAuthors: [ada.viewer.id], savedAt: minutesAgo(2) })
    await aDraft(db, bob.viewer.id, { title: 'His' })
    await aDraft(db, ada.viewer.id, { title: 'Out', state: 'published' })
    const page = await listOwnArticles(ada, request)
    expect(titles(page)).toEqual(['Ours', 'Mine'])
    expect(page.items.map(({ author }) => author.name)).toEqual([bob.viewer.name, ada.viewer.name])
    expect(titles(await listOwnArticles(ada, { ...request, state: 'published' }))).toEqual(['Out'])
  })

  test('lists the transitions available to the viewer', async () => {
    const [reader, author] = [as(await aPerson(db)), as(await aPerson(db, 'author'))]
    await aDraft(db, reader.viewer.id, { coAuthors: [author.viewer.id] })
    const can = async (ctx: Ctx<Viewer>) => (await listOwnArticles(ctx, request)).items[0]?.can
    expect(await can(reader)).toEqual(['submit', 'trash'])
    expect(await can(author)).toEqual(['submit', 'publish', 'schedule'])
  })

  test('shows the working copy and the current slug', async () => {
    const ada = as(await aPerson(db, 'author'))
    const picture = { src: '/art/tide-1-tide.svg', alt: '', width: 3, height: 2 }
    const { id, slug } = await aDraft(db, ada.viewer.id, {
      state: 'published',
      title: 'Worked on',
      article: { title: 'As readers see it', likeCount: 7, responseCount: 3 },
      cover: { media: null, alt: 'A tide', focus: { x: 1, y: 2 }, picture },
      changed: true,
    })
    const site = { ...ada.site, base: '/blog/' }
    expect((await listOwnArticles({ ...ada, site }, { ...request, state: 'published' })).items).toMatchObject([
      {
        id,
        ref: slug,
        title: 'Worked on',
        changed: true,
        likes: 7,
        responses: 3,
        coverPicture: { src: '/blog/art/tide-1-tide.svg', alt: 'A tide', focus: { x: 1, y: 2 } },
      },
    ])
    const draft = await aDraft(db, ada.viewer.id)
    expect((await listOwnArticles(ada, request)).items).toMatchObject([
      { ref: draft.id, publishedAt: null, waitingSince: null },
    ])
  })

  test('counts the views and reads of published stories', async () => {
    const ada = as(await aPerson(db, 'author'))
    const viewed = await aDraft(db, ada.viewer.id, { title: 'Viewed', state: 'published', savedAt: minutesAgo(1) })
    const fresh = await aDraft(db, ada.viewer.id, { title: 'Fresh', state: 'published', savedAt: minutesAgo(2) })
    await addViews(db, viewed, '2026-03-09', { views: 5, reads: 2 })
    await addViews(db, viewed, '2026-03-10', { views: 7, reads: 1 })
    const { items } = await listOwnArticles(ada, { ...request, state: 'published' })
    expect(items.map(({ id, views, reads }) => ({ id, views, reads }))).toEqual([
      { id: viewed.id, views: 12, reads: 3 },
      { id: fresh.id, views: 0, reads: 0 },
    ])
  })

  test('searches titles and subtitles, treating wildcards literally', async () => {
    const ada = as(await aPerson(db))
    await aDraft(db, ada.viewer.id, { title: '100% wool', savedAt: minutesAgo(1) })
    await aDraft(db, ada.viewer.id, { title: '1000 nights', subtitle: 'Of Wool', savedAt: minutesAgo(2) })
    await aDraft(db, ada.viewer.id, { title: 'back\\slash_es', savedAt: minutesAgo(3) })
    const found = async (q: string) => titles(await listOwnArticles(ada, { ...request, q }))
    expect(await found(' wool ')).toEqual(['100% wool', '1000 nights'])
    expect(await found('100%')).toEqual(['100% wool'])
    expect(await found('%')).toEqual(['100% wool'])
    expect(await found('\\')).toEqual(['back\\slash_es'])
    expect(await found('_')).toEqual(['back\\slash_es'])
    expect(await found('')).toHaveLength(3)
  })

  test('searches the whole text and tolerates typos', async () => {
    const ada = as(await aPerson(db, 'author'))
    await aDraft(db, ada.viewer.id, { title: 'Trains', body: aDocument('Slow journeys through the marshlands.') })
    await aDraft(db, ada.viewer.id, {
      title: 'Bread',
      body: { type: 'doc', content: [{ type: 'membersLine' }, ...aDocument('The secret sourdough.').content] },
    })
    await aDraft(db, (await aPerson(db, 'author')).id, { title: 'Another’s', body: aDocument('Slow marshlands.') })
    const found = async (q: string) => titles(await listOwnArticles(ada, { ...request, q }))
    expect(await found('marshlands slow')).toEqual(['Trains'])
    expect(await found('sourdough')).toEqual(['Bread'])
    expect(await found('marhslands')).toEqual(['Trains'])
    expect(await found('traisn slwo')).toEqual(['Trains'])
    expect(await found('sourdogh')).toEqual(['Bread'])
    expect(await found('volcano')).toEqual([])
  })

  test('sorts by change, title, words and publication time', async () => {
    const ada = as(await aPerson(db, 'author'))
    const at = { one: minutesAgo(1), two: minutesAgo(2), three: minutesAgo(3) }
    for (const state of ['published', 'scheduled'] as const) {
      const times = (date: Date) => (state === 'published' ? { publishedAt: date } : { scheduledFor: date })
      await aDraft(db, ada.viewer.id, {
        state,
        title: 'apple',
        wordCount: 5,
        savedAt: at.three,
        article: times(at.two),
      })
      await aDraft(db, ada.viewer.id, {
        state,
        title: 'Cherry',
        wordCount: 9,
        savedAt: at.one,
        article: times(at.three),
      })
      await aDraft(db, ada.viewer.id, { state, title: 'Banana', wordCount: 7, savedAt: at.two, article: times(at.one) })
    }
    const sorted = async (sort: DeskSort, state: ArticleState = 'published') =>
      titles(await listOwnArticles(ada, { ...request, state, sort }))
    expect(await sorted('changed')).toEqual(['Cherry', 'Banana', 'apple'])
    expect(await sorted('title')).toEqual(['apple', 'Banana', 'Cherry'])
    expect(await sorted('words')).toEqual(['Cherry', 'Banana', 'apple'])
    expect(await sorted('published')).toEqual(['Banana', 'apple', 'Cherry'])
    expect(await sorted('published', 'scheduled')).toEqual(['Cherry', 'apple', 'Banana'])
  })

  test.each(deskSorts)('pages sorted by %s neither skip nor repeat, even with ties', async (sort) => {
    const ada = as(await aPerson(db, 'author'))
    const at = new Date('2026-02-03T04:05:06.789Z')
    const same = { state: 'published' as const, title: '同じ題名 '.repeat(39), savedAt: at, wordCount: 4 }
    const created = new Set<string>()
    for (let n = 0; n < 7; n++)
      created.add((await aDraft(db, ada.viewer.id, { ...same, article: { publishedAt: at } })).id)
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await listOwnArticles(ada, { state: 'published', sort, limit: 3, before })
      seen.push(...page.items.map(({ id }) => id))
      before = page.next ?? undefined
      expect(before?.length ?? 0).toBeLessThan(2000)
    } while (before)
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(created)
  })

  test('refuses a cursor from another list', async () => {
    const ada = as(await aPerson(db))
    for (const title of ['a', 'b']) await aDraft(db, ada.viewer.id, { title })
    const { next } = await listOwnArticles(ada, { ...request, sort: 'title', limit: 1 })
    for (const before of [next ?? '', 'x', 'WzEsMV0']) {
      await expect(listOwnArticles(ada, { ...request, sort: 'changed', before })).rejects.toMatchObject({
        code: 'invalid',
      })
    }
  })

  test('counts by state, including empty states', async () => {
    const [ada, bob] = [as(await aPerson(db)), as(await aPerson(db))]
    const none = { 'draft': 0, 'in-review': 0, 'scheduled': 0, 'published': 0, 'removed': 0, 'trashed': 0 }
    expect(await countOwnArticles(ada)).toEqual(none)
    await aDraft(db, ada.viewer.id)
    await aDraft(db, ada.viewer.id, { state: 'trashed' })
    await aDraft(db, bob.viewer.id, { coAuthors: [ada.viewer.id] })
    expect(await countOwnArticles(ada)).toEqual({ ...none, draft: 2, trashed: 1 })
    expect(await countOwnArticles(bob)).toEqual({ ...none, draft: 1 })
  })
})

test('a draft with requested changes shows the note, until it is submitted again', async () => {
  const [ada, editor] = [as(await aPerson(db)), as(await aPerson(db, 'editor'))]
  const { id } = await anArticleIn(db, 'in-review', ada.viewer.id)
  const plain = { note: '', at: null, version: null }
  await transitionArticle(editor, id, { ...plain, move: 'request-changes', note: 'Shorter, please.' })
  const notes = async (state: ArticleState) =>
    (await listOwnArticles(ada, { ...request, state })).items.map(({ lastNote }) => lastNote)
  expect(await notes('draft')).toMatchObject([
    { move: 'request-changes', text: 'Shorter, please.', by: { id: editor.viewer.id } },
  ])
  await transitionArticle(ada, id, { ...plain, move: 'submit' })
  expect(await notes('in-review')).toEqual([null])
})
