import { beforeAll, describe, expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson, signedIn } from '#test/people.ts'
import { as } from '#test/workflow.ts'
import { articleSorts } from '#contract/articles/admin-articles.ts'
import type { Received } from '#contract/endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { listAllArticles } from './all-articles.ts'
import { listOwnArticles } from './desk.ts'

type Asked = Partial<Received<'GET /api/admin/articles'>['query']>

let database: Database
let db: Db
let editor: Ctx<Viewer>
beforeAll(async () => {
  database = await aDatabase()
  db = database.db
  editor = as(db, await aPerson(db, 'editor'))
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const list = (asked: Asked) => listAllArticles(editor, { limit: 50, state: 'all', ...asked })
const titles = async (asked: Asked) => (await list(asked)).items.map(({ title }) => title)

describe('filters', () => {
  test('by author, category and state', async () => {
    const [ada, bob] = [await aPerson(db), await aPerson(db)]
    const weather = { slug: 'weather', name: 'Weather', description: '', picture: null, position: 1 }
    const { id: categoryId } = await createCategory(aCtx(db), weather)
    await aDraft(db, ada.id, { title: 'Rain', categoryId, savedAt: minutesAgo(1) })
    await aDraft(db, ada.id, { title: 'Bread', state: 'published', savedAt: minutesAgo(2) })
    await aDraft(db, bob.id, { title: 'Fog', categoryId, savedAt: minutesAgo(3) })
    expect(await titles({ author: ada.handle })).toEqual(['Rain', 'Bread'])
    expect(await titles({ author: `@${ada.handle}`, state: 'published' })).toEqual(['Bread'])
    expect(await titles({ category: 'Weather' })).toEqual(['Rain', 'Fog'])
    expect(await titles({ author: bob.id, category: 'weather' })).toEqual(['Fog'])
    expect((await list({ category: 'weather' })).items[0]?.category).toEqual({ slug: 'weather', name: 'Weather' })
    for (const none of [{ author: 'nobody' }, { category: 'nothing' }, { reviewer: 'nobody' }])
      expect(await titles(none)).toEqual([])
  })

  test('the review queue has submitted stories and submitted changes, the oldest first', async () => {
    const ada = await aPerson(db)
    await aDraft(db, ada.id, { title: 'Changed', state: 'published', updateAskedAt: minutesAgo(5) })
    await aDraft(db, ada.id, { title: 'Waits', state: 'in-review', article: { updatedAt: minutesAgo(9) } })
    await aDraft(db, ada.id, { title: 'Fine', state: 'published' })
    await aDraft(db, ada.id, { title: 'Thrown away', state: 'trashed', updateAskedAt: minutesAgo(7) })
    const { items } = await list({ state: 'in-review', author: ada.id })
    expect(items).toMatchObject([
      { title: 'Waits', state: 'in-review', updateAsked: false },
      { title: 'Changed', state: 'published', updateAsked: true },
    ])
    expect(items[0]?.can).toEqual(expect.arrayContaining(['approve', 'request-changes']))
    expect(items[1]?.can).toContain('decline-update')
    expect(await titles({ state: 'published', author: ada.id, sort: 'title' })).toEqual(['Changed', 'Fine'])
    const own = await listOwnArticles(as(db, ada), { state: 'in-review', sort: 'changed', limit: 20 })
    expect(own.items.map(({ title }) => title)).toEqual(['Waits'])
  })

  test('a transition changes the list at once', async () => {
    const ada = await aPerson(db, 'author')
    const { id } = await aDraft(db, ada.id, { title: 'Moves' })
    const move = async (by: Ctx<Viewer>, name: 'submit' | 'withdraw' | 'approve' | 'submit-update' | 'unpublish') => {
      await transitionArticle(by, id, { move: name, note: '', at: null, version: null })
      const states = ['draft', 'in-review', 'published'] as const
      const found = await Promise.all(states.map((state) => titles({ author: ada.id, state })))
      return states.filter((_, nth) => found[nth]?.length === 1)
    }
    expect(await move(as(db, ada), 'submit')).toEqual(['in-review'])
    expect(await move(as(db, ada), 'withdraw')).toEqual(['draft'])
    expect(await move(as(db, ada), 'submit')).toEqual(['in-review'])
    expect(await move(editor, 'approve')).toEqual(['published'])
    expect(await move(as(db, ada), 'submit-update')).toEqual(['in-review', 'published'])
    expect(await move(as(db, ada), 'unpublish')).toEqual(['draft'])
  })
})

test('a search finds words of titles and subtitles, the last one by its beginning', async () => {
  const ada = await aPerson(db)
  await aDraft(db, ada.id, { title: 'Zanzibar in winter', savedAt: minutesAgo(1) })
  await aDraft(db, ada.id, { title: 'Other', subtitle: 'Summer on Zanzibar', savedAt: minutesAgo(2) })
  expect(await titles({ q: 'zanzi' })).toEqual(['Zanzibar in winter', 'Other'])
  expect(await titles({ q: 'zanzibar win' })).toEqual(['Zanzibar in winter'])
  expect(await titles({ q: 'zanzibar', state: 'published' })).toEqual([])
})

describe('pages', () => {
  test.each(articleSorts.flatMap((sort) => [sort, `-${sort}` as const]))(
    'of %s neither skip nor repeat, in the queue and in the whole list',
    async (sort) => {
      const ada = await aPerson(db)
      const at = minutesAgo(3)
      for (const nth of [1, 2, 3, 4, 5]) {
        const shared = { title: `T${nth % 2}`, wordCount: nth % 2, savedAt: nth < 4 ? at : minutesAgo(nth) }
        await aDraft(db, ada.id, {
          ...shared,
          state: 'in-review',
          article: { updatedAt: nth < 4 ? at : minutesAgo(nth) },
        })
      }
      for (const state of ['in-review', 'all'] as const) {
        const asked = { author: ada.id, sort, state }
        const whole = (await list(asked)).items.map(({ id }) => id)
        const turned: string[] = []
        let before: string | undefined
        do {
          const page = await list({ ...asked, limit: 2, before })
          turned.push(...page.items.map(({ id }) => id))
          before = page.next ?? undefined
        } while (before)
        expect(turned).toEqual(whole)
        expect(new Set(whole).size).toBe(5)
      }
    },
  )
})

test('the export has the rows of the filter, in its order, and is audited', async () => {
  const app = await anApp(database)
  const ada = await aPerson(db, 'author', { name: 'Ada' })
  await aDraft(db, ada.id, { title: '=Sum', wordCount: 3 })
  await aDraft(db, ada.id, { title: 'Alpha, beta', wordCount: 7, state: 'in-review' })
  const get = async (cookie: string) =>
    fetch(`${app.url}/api/admin/articles.csv?state=all&author=${ada.handle}&sort=words`, { headers: { cookie } })
  const file = await get(await signedIn(db, editor.viewer))
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, ...rows] = (await file.text()).trim().split('\r\n')
  expect(head).toContain('id,title,state')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain("'=Sum,draft")
  expect(rows[1]).toContain('"Alpha, beta",in-review')
  expect((await get(await signedIn(db, ada))).status).toBe(403)
})
