import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Article } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { aDraft } from '../articles.ts'
import { open } from './browser.ts'
import { siteDatabase } from './site-database.ts'

export const story = (page: Page) => page.getByRole('textbox', { name: 'Story', exact: true })
export const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })

/** Opens an empty story and waits for its editor. */
export async function newStory(page: Page, named?: string) {
  await open(page, '/articles/new')
  await story(page).waitFor()
  if (named === undefined) return
  await title(page).click()
  await page.keyboard.type(named)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page)).toBe(true)
}

const hasFocus = (page: Page) => story(page).evaluate((box) => box === document.activeElement)

/** Moves the caret to the end by clicking below the text. */
export async function clickBelowText(page: Page) {
  const box = await story(page).evaluate((text) => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const { left, width } = text.getBoundingClientRect()
    return { x: left + width / 2, y: (text.lastElementChild?.getBoundingClientRect().bottom ?? 0) + 24 }
  })
  await page.mouse.click(box.x, box.y)
}

/** Types lines, each followed by Enter. */
export async function typeLines(page: Page, ...words: string[]) {
  for (const line of words) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
}

/** Inserts a block from the menu by typing its name. In the middle of a line, pass the shortcut. */
export async function insertBlock(page: Page, name: string, by: '/' | 'Control+/' = '/') {
  if (by === '/') await page.keyboard.type('/')
  else await page.keyboard.press(by)
  const menu = page.getByRole('listbox', { name: 'Blocks' })
  await menu.waitFor()
  await page.keyboard.type(name)
  await menu.getByRole('option', { selected: true }).filter({ hasText: name }).waitFor()
  await page.keyboard.press('Enter')
  await menu.waitFor({ state: 'detached' })
}

/** Inserts a block that opens a file dialog, and selects the files. */
export async function insertFileBlock(page: Page, name: string, files: string[]) {
  const asked = page.waitForEvent('filechooser')
  await insertBlock(page, name)
  await (await asked).setFiles(files)
}

/** Pastes clipboard contents into the focused element. */
export async function paste(page: Page, clipboard: Record<string, string>) {
  await page.evaluate((kinds) => {
    const data = new DataTransfer()
    for (const [kind, text] of Object.entries(kinds)) data.setData(kind, text)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, clipboard)
}

/** Opens a draft with this body. */
export async function openDraft(page: Page, authorId: string, body: Document) {
  const { id } = await aDraft(siteDatabase().db, authorId, { body, title: 'Every block there is' })
  await open(page, `/articles/edit?id=${id}`)
  await story(page).waitFor()
}

/** The article of this page, as stored on the server. */
export async function fetchArticle(page: Page): Promise<Article | null> {
  const id = new URL(page.url()).searchParams.get('id')
  if (!id) return null
  const answer = await page.request.get(`${originOf(page)}/api/articles/${id}`)
  return answer.ok() ? ((await answer.json()) as Article) : null
}

function originOf(page: Page) {
  return page.url().startsWith('http') ? new URL(page.url()).origin : inject('site').url
}

/** Waits until the server has a text that contains these words. */
export async function untilSavedWith(page: Page, words: string) {
  await expect.poll(async () => JSON.stringify((await fetchArticle(page))?.body ?? '')).toContain(words)
}

/** Publishes the story and returns its path. */
export async function publish(page: Page, { doubleClick = false } = {}) {
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish now' }).click({ clickCount: doubleClick ? 2 : 1 })
  const link = dialog.getByRole('link', { name: 'View story' })
  return new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
}

/** The published blocks as HTML, reduced to the tags, attributes and text that matter. */
export function renderedBlocks(page: Page): Promise<string[]> {
  return page.locator('#story-html').evaluate((root) => {
    const kept = ['href', 'alt', 'start', 'scope', 'download', 'data-tone', 'data-language', 'data-frame', 'colspan']
    const look = (element: Element) => {
      const named = [...element.classList].filter((name) => /^(story|align)-/.test(name)).map((name) => `.${name}`)
      const attributes = kept.flatMap((name) => {
        const value = element.getAttribute(name)
        return value === null ? [] : [` ${name}="${value.replace(/\/media\/[^/]+\//, '/media/…/')}"`]
      })
      const ticked = element.hasAttribute('checked') ? ' checked' : ''
      return `${element.tagName.toLowerCase()}${named.join('')}${attributes.join('')}${ticked}`
    }
    const show = (node: Node): string => {
      if (node instanceof Text) return node.data
      if (!(node instanceof Element) || node.tagName === 'SOURCE') return ''
      const inside = [...node.childNodes].map(show).join('')
      if (node.matches('picture, .story-zoom')) return inside
      const name = node.tagName.toLowerCase()
      if (name === 'math') return `<math>${node.textContent}</math>`
      if (['br', 'img', 'input', 'hr'].includes(name)) return `<${look(node)}>`
      // Syntax highlighting is not compared.
      if (name === 'span' && node.closest('pre')) return inside
      return `<${look(node)}>${inside}</${name}>`
    }
    return [...root.children].map(show)
  })
}
