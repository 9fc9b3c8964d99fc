import { expect, test } from 'vitest'
import { anArticleIn, forceTransition } from '../workflow.ts'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { answers, dialogOf, movesOf, rowOf } from './desk.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

test('a story is scheduled in its author’s time zone and published by every process on time', async () => {
  const { page, person, complaints } = await signedInVisitor('author', { timezoneId: 'Asia/Kolkata' })
  const { id, slug } = await anArticleIn(db(), 'draft', person.id, { title: 'At its time' })
  await db().updateTable('draft').set({ slug }).where('articleId', '=', id).execute()
  await open(page, `/articles/edit?id=${id}`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Later').check()
  await dialog.getByText(/Your time zone: Asia\/(Kolkata|Calcutta)/).waitFor()
  await dialog.getByLabel('Date and time').fill('2090-07-01T09:30')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByRole('heading', { name: 'Scheduled' }).waitFor()
  const chosen = new Date('2090-07-01T04:00:00Z')
  expect(await dialog.locator('time').getAttribute('datetime')).toBe(chosen.toISOString())
  expect(await dialog.locator('time').innerText()).toContain('09:30')
  expect(await rowOf(id)).toMatchObject({ state: 'scheduled', scheduledFor: chosen })
  expect(await answers(`/story/${slug}`)).toEqual(['404'])

  // The processes pick up an earlier time.
  const at = new Date(Date.now() + 500)
  await forceTransition(db(), id, { transition: 'schedule', at, by: person.id })
  await expect.poll(async () => (await rowOf(id))?.state, { timeout: 30_000 }).toBe('published')
  await expect.poll(() => answers(`/story/${slug}`), { timeout: 30_000 }).toEqual(['200'])
  expect((await rowOf(id))?.publishedAt?.getTime()).toBeGreaterThanOrEqual(at.getTime())
  expect((await movesOf(id)).at(-1)).toMatchObject({ move: 'publish', byId: null })
  expect(withoutExpected(complaints)).toEqual([])
})
