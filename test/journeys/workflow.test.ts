import { test } from 'vitest'
import type { Page } from 'playwright-core'
import { anArticleIn } from '../workflow.ts'
import { aVisitor, expect, open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { reload, answers, dialogOf, fromMenu, htmlOf, movesOf, rewrite, rowOf, textOf, write } from './desk.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

const unique = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`

/** Selects words of the text with the mouse. */
async function select(page: Page, words: string) {
  await page.locator('.story').evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1
      if (at < 0) continue
      getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length)
      return
    }
    throw new Error('Those words are not there')
  }, words)
}

test('a reader submits a story, an editor requests changes and approves it', async () => {
  const title = unique('The hedge at the end')
  const writer = await signedInVisitor('reader')
  const id = await write(writer.page, { title, text: 'The hedge was high. Nobody had cut it for a year.' })
  await writer.page.getByRole('button', { name: 'Submit for review…' }).click()
  await dialogOf(writer.page).getByLabel('Note to the editors').fill('Is the end too short?')
  await dialogOf(writer.page).getByRole('button', { name: 'Submit', exact: true }).click()
  await dialogOf(writer.page).getByRole('heading', { name: 'Submitted' }).waitFor()

  const editor = await signedInVisitor('editor')
  await open(editor.page, '/admin/articles')
  expect(await editor.page.getByRole('link', { name: 'In review' }).getAttribute('aria-current')).toBe('page')
  const row = editor.page.getByRole('row').filter({ hasText: title })
  await row.getByRole('link', { name: title, exact: true }).click()
  await editor.page.waitForURL(`**/admin/articles/preview/${id}`)
  await editor.page.getByText('Is the end too short?').waitFor()

  await select(editor.page, 'Nobody had cut it')
  await editor.page.getByRole('button', { name: 'Add a note' }).click()
  await editor.page.getByRole('textbox', { name: 'Your note on this passage' }).fill('Who should have?')
  await editor.page.getByRole('button', { name: 'Add note' }).click()
  await editor.page.getByRole('region', { name: 'Notes' }).getByText('Who should have?').waitFor()

  await editor.page.getByRole('button', { name: 'Request changes…' }).click()
  const asking = dialogOf(editor.page)
  await asking.getByRole('button', { name: 'Request changes' }).click()
  await expect.poll(() => asking.getByLabel('Message to the author').getAttribute('aria-invalid')).toBe('true')
  await asking.getByLabel('Message to the author').fill('Tell us whose hedge it is.')
  await asking.getByRole('button', { name: 'Request changes' }).click()
  await editor.page.getByRole('region', { name: 'Status' }).getByText('Draft').waitFor()
  expect((await movesOf(id)).map(({ move }) => move)).toEqual(['submit', 'request-changes'])

  await open(writer.page, `/articles/edit?id=${id}`)
  await writer.page.getByText('requested changes').waitFor()
  await writer.page.getByText('Tell us whose hedge it is.').waitFor()
  await fromMenu(writer.page, 'Notes')
  const notes = writer.page.getByRole('region', { name: 'Notes' })
  await notes.getByText('Who should have?').waitFor()
  await notes.getByRole('button', { name: 'Show in the text: Nobody had cut it' }).click()
  await expect.poll(() => writer.page.evaluate(() => getSelection()?.toString())).toBe('Nobody had cut it')
  await notes.getByRole('button', { name: `Reply to ${editor.person.name}` }).click()
  await notes.getByRole('textbox', { name: `Your reply to ${editor.person.name}` }).fill('I should have.')
  await notes.getByRole('button', { name: 'Reply', exact: true }).click()
  await notes.getByRole('list', { name: 'Replies' }).getByText('I should have.').waitFor()
  await notes.getByRole('button', { name: 'Resolve' }).click()
  await notes.getByText('All notes are resolved.').waitFor()
  await dialogOf(writer.page).getByRole('button', { name: 'Close' }).click()
  await rewrite(writer.page, id, 'The hedge was mine. I had not cut it for a year.')
  await writer.page.getByRole('button', { name: 'Submit for review…' }).click()
  await dialogOf(writer.page).getByRole('button', { name: 'Submit', exact: true }).click()
  await dialogOf(writer.page).getByRole('heading', { name: 'Submitted' }).waitFor()

  await reload(editor.page)
  await editor.page.getByRole('button', { name: 'Show 1 resolved' }).click()
  await editor.page.getByText('I should have.').waitFor()
  await editor.page.getByRole('radio', { name: 'Changes since last submission' }).check()
  await editor.page.locator('del', { hasText: 'high' }).waitFor()
  await editor.page.locator('ins', { hasText: 'mine' }).waitFor()
  await editor.page.getByRole('button', { name: 'Approve and publish' }).click()
  await editor.page.getByRole('region', { name: 'Status' }).getByText('Published').waitFor()
  const { slug = '' } = (await rowOf(id)) ?? {}
  const read = () => htmlOf(`/story/${slug}`)
  await expect.poll(read).toContain('I had not cut it for a year.')

  await open(writer.page, `/articles/edit?id=${id}`)
  await rewrite(writer.page, id, 'The hedge was mine. I cut it yesterday.')
  expect(await read()).toContain('I had not cut it for a year.')
  await writer.page.getByRole('button', { name: 'Submit changes…' }).click()
  await dialogOf(writer.page).getByRole('button', { name: 'Submit', exact: true }).click()
  await dialogOf(writer.page).getByRole('heading', { name: 'Submitted' }).waitFor()

  await open(editor.page, '/admin/articles')
  const asked = editor.page.getByRole('row').filter({ hasText: title })
  await asked.getByText('Changes in review').waitFor()
  await asked.getByRole('link', { name: title, exact: true }).click()
  await editor.page.getByRole('radio', { name: 'Changes since publication' }).check()
  await editor.page.locator('ins', { hasText: 'yesterday' }).waitFor()
  await editor.page.locator('del', { hasText: 'year' }).waitFor()
  await editor.page.getByRole('button', { name: 'Approve changes' }).click()
  await expect.poll(async () => (await movesOf(id)).at(-1)?.move).toBe('update')
  await expect.poll(read).toContain('I cut it yesterday.')
  for (const { complaints } of [writer, editor]) expect(withoutExpected(complaints)).toEqual([])
}, 180_000)

test('a story is unpublished, republished, moved to a new slug, removed and restored', async () => {
  const author = await signedInVisitor('author')
  const { id, slug, title } = await anArticleIn(db(), 'published', author.person.id, {
    title: unique('Gone for a while'),
    publishedAt: new Date('2026-02-03T04:05:06Z'),
  })
  // Every process responds; other processes get the invalidation a moment later.
  const answered = (path: string, wanted: string) =>
    expect.poll(() => answers(path), { timeout: 30_000 }).toEqual([wanted])
  await answered(`/story/${slug}`, '200')
  await open(author.page, `/articles/edit?id=${id}`)
  await fromMenu(author.page, 'Unpublish…')
  await dialogOf(author.page).getByRole('button', { name: 'Unpublish' }).click()
  await author.page.getByText('Unpublished', { exact: true }).waitFor()
  await answered(`/story/${slug}`, '404')

  await author.page.getByRole('button', { name: 'Publish…' }).click()
  await dialogOf(author.page).getByRole('button', { name: 'Publish now' }).click()
  await dialogOf(author.page).getByRole('heading', { name: 'Published' }).waitFor()
  await answered(`/story/${slug}`, '200')
  expect(await rowOf(id)).toMatchObject({ slug, publishedAt: new Date('2026-02-03T04:05:06Z') })
  await dialogOf(author.page).getByRole('button', { name: 'Close' }).click()

  // A page opened before the slug changed still has the old one in its links.
  const visitor = await aVisitor()
  await open(visitor.page, `/user/${author.person.handle}`)
  await author.page.getByRole('button', { name: 'Settings' }).click()
  await author.page.getByLabel('Address').fill(`${slug}-anew`)
  await dialogOf(author.page).getByRole('button', { name: 'Close' }).click()
  await author.page.getByRole('button', { name: 'Update…' }).click()
  await dialogOf(author.page).getByRole('button', { name: 'Update', exact: true }).click()
  await dialogOf(author.page).getByRole('heading', { name: 'Updated' }).waitFor()
  await answered(`/story/${slug}-anew`, '200')
  await answered(`/story/${slug}`, `301 /story/${slug}-anew`)
  await visitor.page.getByRole('link', { name: title }).first().click()
  await visitor.page.waitForURL(`**/story/${slug}-anew`)
  await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor()

  const editor = await signedInVisitor('editor')
  await open(editor.page, `/admin/articles/preview/${id}`)
  await editor.page.getByRole('button', { name: 'Remove…' }).click()
  await dialogOf(editor.page).getByLabel('Message to the author').fill('It names someone who does not want it.')
  await dialogOf(editor.page).getByRole('button', { name: 'Remove' }).click()
  await editor.page.getByRole('region', { name: 'Status' }).getByText('Removed').waitFor()
  await answered(`/story/${slug}-anew`, '410')
  await open(visitor.page, `/story/${slug}-anew`)
  await visitor.page.getByRole('heading', { name: 'This story was removed.' }).waitFor()
  await open(author.page, '/articles')
  await author.page.getByRole('link', { name: 'Removed 1' }).click()
  await author.page.getByRole('link', { name: title, exact: true }).click()
  await author.page.getByText('It names someone who does not want it.').waitFor()

  await editor.page.getByRole('button', { name: 'Restore' }).click()
  await editor.page.getByRole('region', { name: 'Status' }).getByText('Published').waitFor()
  await answered(`/story/${slug}-anew`, '200')
  for (const { complaints } of [author, editor, visitor]) expect(withoutExpected(complaints)).toEqual([])
}, 120_000)

test('a co-author edits and submits, and loses access when removed', async () => {
  const author = await signedInVisitor('author')
  const guest = await signedInVisitor('reader')
  const { id, title } = await anArticleIn(db(), 'draft', author.person.id, { title: unique('By two') })
  await open(author.page, `/articles/edit?id=${id}`)
  await author.page.getByRole('button', { name: 'Settings' }).click()
  await author.page.getByLabel('Co-authors').fill(guest.person.handle)
  await author.page.getByRole('option', { name: guest.person.name }).first().click()
  await author.page.getByRole('button', { name: `Remove ${guest.person.name}` }).waitFor()
  const saved = db().selectFrom('articleCoAuthor').select('personId').where('articleId', '=', id)
  await expect.poll(() => saved.execute()).toEqual([{ personId: guest.person.id }])
  await dialogOf(author.page).getByRole('button', { name: 'Close' }).click()

  await open(guest.page, '/articles')
  await guest.page.getByRole('link', { name: title, exact: true }).click()
  await guest.page.waitForURL(`**/articles/edit?id=${id}`)
  await textOf(guest.page).waitFor()
  await rewrite(guest.page, id, 'Written by the second of two.')
  await guest.page.getByRole('button', { name: 'Submit for review…' }).click()
  await dialogOf(guest.page).getByRole('button', { name: 'Submit', exact: true }).click()
  await dialogOf(guest.page).getByRole('heading', { name: 'Submitted' }).waitFor()
  expect((await movesOf(id)).at(-1)).toMatchObject({ move: 'submit', byId: guest.person.id })

  await reload(author.page)
  await expect.poll(() => textOf(author.page).innerText()).toContain('Written by the second of two.')
  await author.page.getByRole('button', { name: 'Settings' }).click()
  await author.page.getByRole('button', { name: `Remove ${guest.person.name}` }).click()
  await expect.poll(async () => (await reload(guest.page))?.status(), { interval: 200 }).toBe(404)
  await guest.page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await open(guest.page, '/articles?state=in-review')
  await guest.page.getByText('Nothing in review').waitFor()
  for (const { complaints } of [author, guest]) expect(withoutExpected(complaints)).toEqual([])
})
