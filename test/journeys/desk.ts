import { get } from 'node:http'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { expect, open, taken } from './browser.ts'
import { siteDatabase } from './site-database.ts'

export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Story' })
export const dialogOf = (page: Page) => page.getByRole('dialog')

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

/** Puts other words in the place of the whole text. */
export async function rewrite(page: Page, id: string, text: string) {
  await textOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await stored(id, text)
}

/** Until the server has these words. */
async function stored(id: string, text: string) {
  const plain = async () =>
    (await siteDatabase().db.selectFrom('draft').select('plain').where('articleId', '=', id).executeTakeFirst())?.plain
  await expect.poll(plain).toContain(text)
}

/** Chooses something of the menu of the bar. */
export async function fromMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** The page again, as the server has it now. */
export async function again(page: Page) {
  const response = await page.reload()
  await taken(page)
  return response
}

/** What visitors are answered, on connections of their own and so by every process. */
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

/** What a reader without scripts is sent. */
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
