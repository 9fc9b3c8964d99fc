import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { anArticle } from '../articles.ts'
import { open } from './browser.ts'
import { query } from './mailbox.ts'
import { siteDatabase } from './site-database.ts'

/** Fields of the writing page. */
export const storyIn = (page: Page) => page.getByRole('textbox', { name: 'Story' })
export const titleIn = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const subtitleIn = (page: Page) => page.getByRole('textbox', { name: 'Subtitle' })

/** Opens an article, or a new one, and waits for the editor. */
export async function write(page: Page, id: string | null) {
  await open(page, id === null ? '/articles/new' : `/articles/edit?id=${id}`)
  await storyIn(page).waitFor()
}

/** Waits until saving is in this phase. */
export const untilSaving = (page: Page, phase: string) => page.locator(`[data-saving="${phase}"]`).waitFor()

/** The save status shown in the bar. */
export const statusOf = (page: Page) => page.locator('[data-saving] > span').innerText()

/** Types at the end of the text. */
export async function typeInStory(page: Page, words: string) {
  await storyIn(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

/** The text shown in the editor, one line per block. */
export async function shownText(page: Page) {
  const lines = await storyIn(page).locator(':scope > p').allInnerTexts()
  return lines.map((line) => line.replaceAll('\u00a0', ' ').replace(/\n$/, '')).join('\n')
}

export async function aDraftOf(
  author: { id: string },
  given: Parameters<typeof anArticle>[2] = {},
  url = inject('site').databaseUrl,
) {
  const article = await anArticle(siteDatabase(url).db, author.id, { publishedAt: undefined, ...given })
  return article.id
}

type Draft = { title: string; subtitle: string; body: Document; version: number }

/** The draft stored on the server. */
export async function draftOf(id: string, url = inject('site').databaseUrl) {
  const [draft] = await query<Draft>(url, 'select title, subtitle, body, version from draft where article_id = $1', [
    id,
  ])
  if (!draft) throw new Error(`There is no draft ${id}`)
  return { ...draft, text: draft.body.content.map(textOf).join('\n') }
}

/** The text of every stored revision. */
export async function revisionsOf(id: string) {
  const rows = await query<{ body: Document }>(
    inject('site').databaseUrl,
    'select body from revision where article_id = $1 order by version',
    [id],
  )
  return rows.map(({ body }) => body.content.map(textOf).join('\n'))
}

export async function articlesOf({ id }: { id: string }, url = inject('site').databaseUrl) {
  const rows = await query<{ id: string }>(url, 'select id from article where author_id = $1', [id])
  return rows.map((row) => row.id)
}

export async function serverHas(id: string, text: string, url?: string) {
  await expect.poll(async () => (await draftOf(id, url)).text, { timeout: 20_000 }).toBe(text)
}

function textOf({ text = '', content = [] }: Node): string {
  return text + content.map(textOf).join('')
}
