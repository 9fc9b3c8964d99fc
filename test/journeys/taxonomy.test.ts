import { expect, test } from 'vitest'
import { anArticle } from '../articles.ts'
import { aCtx, aPerson } from '../people.ts'
import { followTopic } from '#server/discovery/topics.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { newId } from '#server/platform/ids.ts'
import { expectAccessible } from './axe.ts'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })
const db = () => siteDatabase().db

async function aCategory(name: string) {
  const slug = `${name.toLowerCase().replaceAll(' ', '-')}-${newId().slice(0, 6).toLowerCase()}`
  const { id } = await createCategory(aCtx(db()), { slug, name, description: '', picture: null, position: 900 })
  return { id, slug, name }
}

test('an editor creates, orders and merges categories with the keyboard alone', async () => {
  const suffix = newId().slice(0, 6)
  const other = await aCategory(`Orchards ${suffix}`)
  const { page, complaints } = await signedInVisitor('editor')
  await open(page, '/admin/category')
  await page.getByRole('button', { name: 'New category' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New category' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
  await page.keyboard.type(`Hedges ${suffix}`)
  await page.getByText('✓ Available').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: `Hedges ${suffix}` })
  await row.waitFor()

  await page.getByRole('button', { name: `Move “Hedges ${suffix}”`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByText(`Hedges ${suffix} dropped at 1 of`).waitFor({ state: 'attached' })
  await expect
    .poll(async () => (await db().selectFrom('category').select('name').orderBy('position').executeTakeFirst())?.name)
    .toBe(`Hedges ${suffix}`)

  const author = await aPerson(db(), 'author')
  const { id: categoryId } = await db()
    .selectFrom('category')
    .select('id')
    .where('name', '=', `Hedges ${suffix}`)
    .executeTakeFirstOrThrow()
  await anArticle(db(), author.id, { categoryId })
  await page.getByRole('button', { name: `Merge Hedges ${suffix} into another category` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Merge into' }).focus()
  await page.keyboard.type(`Orchards ${suffix}`)
  await page.getByRole('option', { name: other.name }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('1 story and 0 followers move to').waitFor()
  await page.getByRole('button', { name: 'Merge', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`merged into “${other.name}”`).waitFor()
  await expect.poll(() => row.count()).toBe(0)
  await open(page, `/category/hedges-${suffix.toLowerCase()}`)
  expect(new URL(page.url()).pathname).toBe(`/category/${other.slug}`)
  expect(withoutExpected(complaints)).toEqual([])
})

test('two editors who edit one category lose nothing', async () => {
  const { id, name } = await aCategory(`Meadows ${newId().slice(0, 6)}`)
  const { page } = await signedInVisitor('editor')
  await open(page, '/admin/category')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByLabel('Description').fill('My words')
  await db().updateTable('category').set({ description: 'Their words', version: 2 }).where('id', '=', id).execute()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your input is still here').waitFor()
  expect(await page.getByRole('region', { name: 'The saved version' }).innerText()).toContain('Their words')
  expect(await page.getByLabel('Description').inputValue()).toBe('My words')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await page.getByText('Category saved').waitFor()
  const row = await db().selectFrom('category').select('description').where('id', '=', id).executeTakeFirst()
  expect(row?.description).toBe('My words')
})

test('an editor renames a tag onto another one and merges them, and deletes unused ones', async () => {
  const word = `quince${newId().slice(0, 5).toLowerCase()}`
  const author = await aPerson(db(), 'author')
  const story = await anArticle(db(), author.id, { tags: [`${word} one`] })
  await anArticle(db(), author.id, { tags: [`${word} two`] })
  for (const nth of [3, 4])
    await db()
      .insertInto('tag')
      .values({ id: newId(), slug: `${word}-${nth}`, name: `${word} ${nth}`, createdAt: new Date() })
      .execute()
  const { page, complaints } = await signedInVisitor('editor')
  await open(page, `/admin/tags?q=${word}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Rename ${word} one` }).click()
  await page.getByLabel('Name', { exact: true }).fill(`${word} TWO`)
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByText('1 story and 0 followers move to').waitFor()
  await page.getByRole('button', { name: `Merge into “${word} two”` }).click()
  await page.getByText(`“${word} one” merged into`).waitFor()
  await expect.poll(() => page.getByRole('link', { name: `${word} one` }).count()).toBe(0)

  await page.getByLabel('Use').selectOption('no')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('2 tags deleted').waitFor()
  await page.getByText('No tags found').waitFor()
  await open(page, `/story/${story.slug}`)
  await page
    .getByRole('link', { name: `${word} two` })
    .first()
    .waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})

test('an editor sees which topics people follow', async () => {
  const category = await aCategory(`Followed ${newId().slice(0, 6)}`)
  const person = await aPerson(db())
  await followTopic({ ...aCtx(db()), viewer: person }, { kind: 'category', slug: category.slug })
  const { page, complaints } = await signedInVisitor('editor')
  await open(page, `/admin/topics?q=${encodeURIComponent(category.name)}`)
  const row = page.getByRole('row').filter({ hasText: category.name })
  expect(await row.innerText()).toContain('+1')
  await expectAccessible(page)
  expect(withoutExpected(complaints)).toEqual([])
})
