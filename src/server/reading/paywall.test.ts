import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson, signedIn } from '#test/people.ts'
import type { Access } from '#contract/articles/articles.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Database } from '#server/platform/db.ts'
import { renderStory } from '#server/documents/render.ts'
import { visibleText } from './paywall.ts'
import { listStories } from './list-stories.ts'
import { getStory } from './story.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

const open = '<h2 id="h-open">Open</h2><p>For everybody.</p>'
const hidden = '<h2 id="h-hidden">Hidden</h2><p>Only for members.</p>'

async function aStory(access: Access, membersHtml: string) {
  const { db } = database
  const [author, friend] = [await aPerson(db, 'author'), await aPerson(db)]
  const { id } = await anArticle(db, author.id, { coAuthorIds: [friend.id] })
  const contents = [
    { id: 'h-open', level: 2, text: 'Open' },
    { id: 'h-hidden', level: 2, text: 'Hidden' },
  ]
  const excerpt = 'It begins <so> & ends.'
  await db
    .updateTable('article')
    .set({ access, html: open, membersHtml, excerpt, contents: JSON.stringify(contents) })
    .where('id', '=', id)
    .execute()
  return { id, author, friend, as: (viewer: Viewer | null) => getStory(aCtx(db, { viewer }), id) }
}

describe('a story with a members-only line', () => {
  test.each(['preview', 'public'] as const)('and access %s ends there for other readers', async (access) => {
    const { as, author } = await aStory(access, hidden)
    const list = await listStories(aCtx(database.db), { author: author.id, limit: 1 })
    expect(list).toMatchObject({ items: [{ forMembers: true }] })
    for (const viewer of [null, await aPerson(database.db), await aPerson(database.db, 'author')]) {
      const read = await as(viewer)
      expect(read).toMatchObject({ html: open, walled: true, forMembers: true, contents: [{ id: 'h-open' }] })
      expect(JSON.stringify(read).toLowerCase()).not.toContain('hidden')
    }
  })

  test('is complete for its authors and editors', async () => {
    const { as, author, friend } = await aStory('preview', hidden)
    const roles: Role[] = ['editor', 'admin']
    const entitled = [author, friend, ...(await Promise.all(roles.map((role) => aPerson(database.db, role))))]
    for (const viewer of entitled) {
      expect(await as(viewer)).toMatchObject({ html: open + hidden, walled: false, contents: [{}, { id: 'h-hidden' }] })
    }
  })
})

test('footnotes stand at the end of the free part for visitors and of the whole story for members', async () => {
  const footnote = (words: string) => ({ type: 'footnote', attrs: { text: words } })
  const body = {
    type: 'doc' as const,
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Free.' }, footnote('First note.')] },
      { type: 'membersLine' },
      { type: 'paragraph', content: [{ type: 'text', text: 'Paid.' }, footnote('Second note.')] },
    ],
  }
  const { html, membersHtml } = renderStory(body)
  const author = await aPerson(database.db, 'author')
  const access = { access: 'preview' as const, forMembers: true }
  const story = { authorId: author.id, ...access, excerpt: '', html, membersHtml, contents: [] }
  const words = (text: string) => text.replace(/<[^>]*>/g, ' ').match(/Free|Paid|First note|Second note/g)
  expect(words(visibleText(null, story, []).html)).toEqual(['Free', 'First note'])
  const whole = visibleText(author, story, []).html
  expect(words(whole)).toEqual(['Free', 'Paid', 'First note', 'Second note'])
  expect(whole.match(/role="doc-endnotes"/g)).toHaveLength(1)
  expect(whole).toContain('id="note-2"')
  const unmarked = { ...story, membersHtml: '<p>Paid.</p>' }
  expect(words(visibleText(author, unmarked, []).html)).toEqual(['Free', 'Paid', 'First note'])
})

test.each([
  ['members', ''],
  ['members', hidden],
  ['preview', ''],
] as const)(
  'a story with access %s and “%s” below the line shows only its excerpt to other readers',
  async (access, below) => {
    const { as, author } = await aStory(access, below)
    const read = await as(null)
    expect(read).toMatchObject({ html: '<p>It begins &lt;so&gt; &amp; ends.</p>', walled: true, contents: [] })
    expect(JSON.stringify(read)).not.toContain('For everybody')
    expect(await as(author)).toMatchObject({ html: open + below, walled: false })
  },
)

test('a public story is complete for everyone', async () => {
  const { as } = await aStory('public', '')
  expect(await as(null)).toMatchObject({ html: open, walled: false, forMembers: false, contents: [{}, {}] })
})

test('pages for entitled readers and visitors are cached separately', async () => {
  const { id, author } = await aStory('preview', hidden)
  const cookie = await signedIn(database.db, author)
  for (const path of [`/story/${id}`, `/story/${id}/_payload.json`]) {
    for (let again = 0; again < 2; again++) {
      expect(await (await app.get(path, { headers: { cookie } })).text()).toContain('Only for members.')
      const visited = await (await app.get(path)).text()
      expect(visited).toContain('For everybody.')
      expect(visited).not.toContain('Only for members.')
      expect(visited).not.toContain('h-hidden')
    }
  }
})
