import { expect, test } from 'vitest'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { aDocument, draftRow } from '../articles.ts'
import { anArticleIn, forceTransition, as } from '../workflow.ts'
import { aVisitor, open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { reload, fromMenu, textOf } from './desk.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

test('earlier versions are compared and restored, also after a concurrent save', async () => {
  const { page, person, complaints } = await signedInVisitor('author')
  const { id } = await anArticleIn(db(), 'draft', person.id, {
    title: 'Three texts',
    body: aDocument('The gate was green and old.'),
  })
  const save = async (text: string) => {
    const { version } = await draftRow(db(), id)
    await saveDraft(as(db(), person), id, { body: aDocument(text), version, save: text })
  }
  await forceTransition(db(), id, { transition: 'publish', by: person.id })
  await save('The gate was red and old.')
  await forceTransition(db(), id, { transition: 'update', by: person.id })
  await save('The gate was red and nearly new.')
  await open(page, `/articles/edit?id=${id}`)
  await textOf(page).waitFor()

  await fromMenu(page, 'Earlier versions')
  const versions = page.getByRole('navigation', { name: 'Versions' })
  await versions
    .getByRole('button', { name: /Published/ })
    .nth(1)
    .click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await comparison.locator('del', { hasText: 'green' }).waitFor()
  expect(await comparison.locator('del').allInnerTexts()).toEqual(['green', 'old'])
  expect(await comparison.locator('ins').allInnerTexts()).toEqual(['red', 'nearly new'])
  await comparison.getByLabel('with').selectOption({ index: 1 })
  await comparison.getByLabel('with').selectOption('Current draft')

  await page.getByRole('button', { name: 'Restore this version…' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.poll(() => textOf(page).innerText()).toBe('The gate was green and old.')
  await expect.poll(async () => (await draftRow(db(), id)).plain).toBe('The gate was green and old.')

  await fromMenu(page, 'Earlier versions')
  await versions
    .getByRole('button', { name: /Published/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Restore this version…' }).click()
  const question = page.getByRole('dialog', { name: 'Restore this version?' })
  await question.waitFor()
  await save('The gate was gone.')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Someone saved changes in the meantime').waitFor()
  expect((await draftRow(db(), id)).plain).toBe('The gate was gone.')
  await page.getByRole('button', { name: 'Restore anyway' }).click()
  await expect.poll(() => textOf(page).innerText()).toBe('The gate was red and old.')

  await fromMenu(page, 'Earlier versions')
  await versions
    .getByRole('button', { name: /Restored/ })
    .first()
    .waitFor()
  const kept = await db().selectFrom('revision').select('body').where('articleId', '=', id).execute()
  expect(JSON.stringify(kept)).toContain('The gate was gone.')
  expect(withoutExpected(complaints)).toEqual([])
}, 120_000)

test('a share link shows the draft in every view until it is revoked', async () => {
  const author = await signedInVisitor('author')
  const { id, title } = await anArticleIn(db(), 'draft', author.person.id, {
    title: 'Not yet for everybody',
    body: aDocument('Between ourselves.'),
  })
  await open(author.page, `/preview/${id}`)
  await author.page.getByRole('button', { name: 'Share' }).click()
  await author.page.getByLabel('Expires after').selectOption('1 day')
  await author.page.getByRole('button', { name: 'Create link' }).click()
  const address = await author.page.getByText(/\?key=/).innerText()
  await author.page
    .getByRole('list', { name: 'Links' })
    .getByText(/expires/)
    .waitFor()

  const visitor = await aVisitor()
  expect((await visitor.page.goto(`/preview/${id}`))?.status()).toBe(404)
  const response = await open(visitor.page, address)
  expect([response?.status(), response?.headers()['cache-control']]).toEqual([200, 'private, no-store'])
  await visitor.page.getByText('Between ourselves.').waitFor()
  expect(await visitor.page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  await visitor.page.getByRole('radio', { name: 'Phone' }).check()
  const frame = visitor.page.frameLocator('iframe')
  await frame.getByText('Between ourselves.').waitFor()
  expect(await frame.locator('html').evaluate((element) => element.clientWidth)).toBe(390)
  await visitor.page.getByRole('radio', { name: 'Search result' }).check()
  await visitor.page.getByRole('figure', { name: 'As a search result' }).getByText(title).waitFor()
  await visitor.page.getByRole('radio', { name: 'Social card' }).check()
  await visitor.page.getByText('Without a cover, the card shows').waitFor()

  // The page is not cached: it shows the latest draft.
  await saveDraft(as(db(), author.person), id, { body: aDocument('Only between us.'), version: 1, save: 'a' })
  await reload(visitor.page)
  await visitor.page.getByText('Only between us.').waitFor()

  const ended = author.page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await author.page.getByRole('button', { name: 'Revoke' }).click()
  await ended
  expect((await reload(visitor.page))?.status()).toBe(410)
  await visitor.page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  for (const { complaints } of [author, visitor]) expect(withoutExpected(complaints)).toEqual([])
})
