import { get } from 'node:http'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { expect, open, waitForHydration } from './browser.ts'
import { siteDatabase } from './site-database.ts'

export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Story' })
/** The open dialog. Toasts have the same role. */
export const dialogOf = (page: Page) => page.getByRole('dialog').and(page.locator(':not([role=region] *)'))

/** Types a new story and waits until the server has it; returns its id. */
export async function write(page: Page, { title, text }: { title: string; text: string }) {
  await open(page, '/articles/new')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await textOf(page).click()
  await page.keyboard.type(text)
  await page.waitForURL('**/articles/edit?id=*')
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await stored(id, text)
  return id
}

/** Replaces the whole text. */
export async function rewrite(page: Page, id: string, text: string) {
  await textOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await stored(id, text)
}

/** Waits until the server has this text. */
async function stored(id: string, text: string) {
  const plain = async () =>
    (await siteDatabase().db.selectFrom('draft').select('plain').where('articleId', '=', id).executeTakeFirst())?.plain
  await expect.poll(plain).toContain(text)
}

/** Chooses an item from the menu of the bar. */
export async function fromMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Reloads the page. */
export async function reload(page: Page) {
  const response = await page.reload()
  await waitForHydration(page)
  return response
}

/** The responses that visitors get from every process, each on its own connection. */
export async function answers(path: string) {
  const asked = Array.from(
    { length: 6 },
    () =>
      new Promise<string>((resolve, reject) => {
        get(inject('site').url + path, { agent: false, headers: { accept: 'text/html' } }, (response) => {
          response.resume()
          resolve([response.statusCode, response.headers.location].filter(Boolean).join(' '))
        }).on('error', reject)
      }),
  )
  return [...new Set(await Promise.all(asked))]
}

/** The page as a reader without scripts gets it. */
export async function htmlOf(path: string) {
  return (await fetch(inject('site').url + path, { headers: { accept: 'text/html' } })).text()
}

export function movesOf(id: string) {
  return siteDatabase()
    .db.selectFrom('articleMove')
    .select(['move', 'toState', 'byId', 'note', 'at'])
    .where('articleId', '=', id)
    .orderBy('at')
    .execute()
}

export function rowOf(id: string) {
  return siteDatabase()
    .db.selectFrom('article')
    .select(['slug', 'state', 'scheduledFor', 'publishedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}
