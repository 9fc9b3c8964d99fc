import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { everyBlock } from '../documents.ts'
import { expectAccessible, expectToFit, still } from './axe.ts'
import { signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { newStory, openDraft, story } from './story-editor.ts'

useBrowser({ pictures: true })

const desktop = { width: 1280, height: 860 }
const phone = { width: 320, height: 640 }
/** Checks the page, or the part of it that a selector names. */
type Check = (page: Page, where: string, within?: string) => Promise<void>

const withAxe: Check = (page, where, within) => expectAccessible(page, where, { widths: [], ...(within && { within }) })
const fits: Check = async (page, where) => {
  await still(page)
  await expectToFit(page, where, [])
}

describe('writing', () => {
  test('an empty page and its block menu have no accessibility violations', async () => {
    const { page } = await signedInVisitor('author', { viewport: desktop })
    await newStory(page)
    await expectAccessible(page, 'the empty page', { widths: [320] })
    await story(page).click()
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Blocks' }).waitFor()
    await withAxe(page, 'the menu of blocks', '[role=listbox]')
  })

  test('a story with every block, its settings and the publish dialog have no accessibility violations', async () => {
    const { page, person, complaints } = await signedInVisitor('author', { viewport: desktop })
    await openDraft(page, person.id, everyBlock())
    await throughTheEditor(page, { text: withAxe, bars: withAxe, dialogs: withAxe })
    expect(withoutExpected(complaints)).toEqual([])
  })

  test('on a phone everything fits the window', async () => {
    const { page, person, complaints } = await signedInVisitor('author', { viewport: phone })
    await openDraft(page, person.id, everyBlock())
    // The bar and the dialogs look different on a phone.
    await throughTheEditor(page, { text: withAxe, bars: fits, dialogs: withAxe })
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await story(page).click()
    await page.keyboard.press('Control+/')
    await page.getByRole('listbox', { name: 'Blocks' }).waitFor()
    await fits(page, 'the menu of blocks')
    expect(withoutExpected(complaints)).toEqual([])
  })
})

/** Opens one part of the editor after the other, and checks each. */
async function throughTheEditor(page: Page, check: { text: Check; bars: Check; dialogs: Check }) {
  await check.text(page, 'every block')
  await story(page).locator('td').first().click()
  await page.getByRole('toolbar', { name: 'Table' }).waitFor()
  await check.bars(page, 'the table toolbar', '[role=toolbar]')
  await story(page).locator('.node-image img').first().click()
  await page.getByRole('toolbar', { name: /^Picture/ }).waitFor()
  await check.bars(page, 'the picture toolbar', '[role=toolbar]')
  await page.keyboard.press('Control+f')
  await page.getByRole('search').waitFor()
  await check.bars(page, 'the search', 'search, [role=search]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Settings' })
  await panel.getByLabel('Tags').fill('walking,')
  await panel.getByRole('tab', { name: 'Social card' }).waitFor()
  await check.dialogs(page, 'the settings', '[role=dialog]')
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish now' }).waitFor()
  await page.getByRole('radio', { name: 'Later' }).check()
  await check.dialogs(page, 'the publish dialog', '[role=dialog]')
  await page.keyboard.press('Escape')
}
