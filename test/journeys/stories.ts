import type { Page } from 'playwright-core'
import type { Node } from '#contract/document/document.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type GivenDraft, aDraft } from '../articles.ts'
import { doc, everyBlock, paragraph, text } from '../documents.ts'
import { aCtx, aPerson } from '../people.ts'
import { siteDatabase } from './site-database.ts'

const sentence = 'The hedge keeps its own time, and whoever walks along it often enough learns to read the hour. '

/** A published story by a new author, which lists show soon. Returns its path. */
export async function aStory(given: GivenDraft = {}): Promise<string> {
  const { db } = siteDatabase()
  const author = await aPerson(db, 'author', { name: 'Ada Hedge' })
  return inTransaction(aCtx(db), async (tx) => {
    const { slug } = await aDraft(tx.db, author.id, { state: 'published', body: aLongText(), ...given })
    tx.invalidate('stories')
    return `/story/${slug}`
  })
}

export const heading = (words: string): Node => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] })

/** Four sections of several screens each, with every block and footnotes, one of them long. */
export function aLongText() {
  const blocks = everyBlock().content.filter(({ type }) => type !== 'membersLine')
  const section = (name: string) => [heading(name), ...Array.from({ length: 5 }, () => paragraph(sentence.repeat(4)))]
  const long: Node = { type: 'footnote', attrs: { text: sentence.repeat(30) } }
  return doc(
    paragraph('It begins with a remark.', long, ' And it goes on.'),
    ...section('The hour hand'),
    ...section('The minute hand'),
    ...blocks,
    ...section('The count'),
  )
}

/** A text with a reading time below a minute. */
export function aShortText() {
  return doc(paragraph(sentence), paragraph('That is all.'))
}

/** Waits until the code of the story page has loaded. */
export const waitForStoryCode = (page: Page) => page.locator('[data-accompanied]').waitFor({ state: 'attached' })

/** Scrolls a little, which loads the code of the story page, and waits until its buttons work. */
export async function wake(page: Page) {
  await page.mouse.wheel(0, 40)
  await waitForStoryCode(page)
  await page.getByRole('button', { name: 'Listen' }).waitFor()
}

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? '')
