import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Node } from '#contract/document/document.ts'
import { doc, everyBlock, paragraph } from '../documents.ts'
import { expectAccessible, still, violations } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { aLongText, aShortText, aStory, focused, wake } from './stories.ts'

useBrowser({ pictures: true })

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 860 }

describe('contents', () => {
  test('next to the text they mark the current section, and lead to a heading below the header', async () => {
    const { page, complaints } = await aVisitor({ viewport: desktop })
    await open(page, await aStory())
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('link', { name: 'The minute hand' }).click()
    await expect.poll(() => contents.locator('[aria-current="location"]').allInnerTexts()).toEqual(['The minute hand'])
    const heading = await page.locator('#h-the-minute-hand').boundingBox()
    expect(heading?.y).toBeGreaterThan(64)
    expect(heading?.y).toBeLessThan(140)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(() => contents.locator('[aria-current]').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('on a phone they are collapsed, and a story with few headings has none', async () => {
    const { page } = await aVisitor({ viewport: phone })
    await open(page, await aStory())
    expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(false)
    await page.getByText('Contents', { exact: true }).first().click()
    await page.getByRole('link', { name: 'The count' }).click()
    await expect.poll(async () => (await page.locator('#h-the-count').boundingBox())?.y ?? 0).toBeLessThan(160)
    await open(page, await aStory({ body: aShortText() }))
    expect(await page.getByText('Contents', { exact: true }).count()).toBe(0)
  })
})

test('footnotes and pictures open with the keyboard and return the focus', async () => {
  const { page, complaints } = await aVisitor({ viewport: phone })
  await open(page, await aStory())
  await wake(page)
  await page.locator('#note-ref-1').focus()
  const before = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  const note = page.getByRole('region', { name: 'Footnote 1' })
  await note.waitFor()
  await expect.poll(() => note.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  // A long footnote scrolls, and stays within the window.
  expect(await note.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
  const box = await note.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= phone.width && box.y >= 0).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toContain('note-ref-1')
  expect(new URL(page.url()).hash).toBe('')

  await page.locator('#note-ref-1').click()
  await note.waitFor()
  await page.locator('#note-ref-2').click()
  const second = page.getByRole('region', { name: 'Footnote 2' })
  await second.waitFor()
  expect(await second.innerText()).toBe('The first footnote.')
  await expect.poll(() => note.count()).toBe(0)
  await page.keyboard.press('Escape')
  await second.waitFor({ state: 'detached' })

  await page.setViewportSize(desktop)
  await page.locator('.story-gallery').getByRole('link', { name: 'One' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Picture' })
  await dialog.getByRole('img', { name: 'One' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('img', { name: 'Two' }).waitFor()
  expect(await dialog.innerText()).toContain('The second')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('img', { name: 'Three' }).waitFor()
  await still(page)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toContain('story-zoom')

  await page.getByRole('link', { name: 'Wide hills' }).click()
  await dialog.getByRole('img', { name: 'Wide hills' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Next picture' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('a members-only story says how much is hidden, offers both ways to continue, and sends none of it', async () => {
  const { page, complaints } = await aVisitor({ viewport: phone })
  const hidden = paragraph(`The secret. ${'Words and words. '.repeat(500)}`)
  const wide = everyBlock().content.filter(({ attrs }) => attrs?.['size'] === 'wide')
  const note: Node = { type: 'footnote', attrs: { text: 'A free note.' } }
  const first = paragraph('In the open.', note)
  const body = doc(first, ...wide, paragraph('The end.'), { type: 'membersLine' }, hidden)
  const path = await aStory({ body, article: { access: 'preview' } })
  const answer = await open(page, path)
  expect(await answer?.text()).not.toContain('The secret')
  expect(await page.locator('article header').innerText()).toContain('For members')
  const wall = page.getByRole('complementary', { name: 'For members' })
  expect(await wall.innerText()).toMatch(/\d+ more minutes to read/)
  expect(await wall.getByRole('link', { name: 'Become a member' }).getAttribute('href')).toBe(
    `/membership?story=${path.replace('/story/', '')}`,
  )
  expect(await wall.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('href')).toBe(
    `/auth/newauth?next=${encodeURIComponent(path)}`,
  )
  await wake(page)
  expect(await violations(page)).toEqual([])
  // A mask on the text would clip pictures that are wider than it.
  expect(await masksAround(page.locator('.story figure'))).toEqual(['none', 'none', 'none'])
  expect(await masksAround(page.getByText('The end.', { exact: true }))).toContainEqual(
    expect.stringContaining('gradient'),
  )
  // The footnotes below the last block do not fade.
  expect((await masksAround(page.locator('.story-notes')))[0]).toBe('none')
  expect(complaints).toEqual([])
})

/** The mask images of an element, the text around it, and the parent of the text. */
function masksAround(element: Locator) {
  return element.evaluate((inner) => {
    const text = inner.parentElement
    return [inner, text, text?.parentElement].map((each) => each && getComputedStyle(each).maskImage)
  })
}

test('without scripts a story can be read and all its links work', async () => {
  const { page } = await aVisitor({ javaScriptEnabled: false, viewport: phone })
  await page.goto(await aStory())
  await page.getByText('Contents', { exact: true }).first().click()
  await page.getByRole('link', { name: 'The count' }).click()
  expect(new URL(page.url()).hash).toBe('#h-the-count')
  await page.locator('#note-ref-2').click()
  expect(new URL(page.url()).hash).toBe('#note-2')
  await page.locator('#note-2 [role="doc-backlink"]').click()
  expect(new URL(page.url()).hash).toBe('#note-ref-2')
  expect(await page.getByRole('link', { name: 'Wide hills' }).getAttribute('href')).toMatch(/\/art\/.+\.svg$/)
  await page.locator('summary', { hasText: 'Share' }).click()
  expect(await page.getByRole('link', { name: 'Share by email' }).getAttribute('href')).toMatch(
    /^mailto:\?subject=.+http/,
  )
  expect(await page.getByText('Copy link').isVisible()).toBe(false)
  expect(await page.getByText('Listen', { exact: true }).isVisible()).toBe(false)
  await page.locator('section[aria-labelledby="related"] a').first().click()
  expect(new URL(page.url()).pathname).toMatch(/^\/story\//)
})

const shapes: Record<string, Parameters<typeof aStory>[0]> = {
  'a long title': { title: `${'A title that goes on and on '.repeat(4)}Donaudampfschifffahrtsgesellschaftskapitän` },
  'one word': { title: 'Latch', body: aShortText() },
  'right-to-left text': { title: 'زاوية منيب', article: { language: 'ar' }, body: aLongText() },
}

test.each(Object.entries(shapes))('a story with %s fits every window', async (shape, given) => {
  const { page } = await aVisitor({ viewport: desktop })
  await open(page, await aStory(given))
  await wake(page)
  await expectAccessible(page, shape, { widths: [320, 360, 1920] })
  if (shape !== 'text from right to left') return
  const contents = await page.getByRole('navigation', { name: 'Contents' }).boundingBox()
  expect(contents?.x).toBeGreaterThan(desktop.width / 2)
})

test('the print version has the text, the URLs of its links and the footnotes', async () => {
  const { page } = await aVisitor()
  await open(page, await aStory())
  await wake(page)
  await page.emulateMedia({ media: 'print' })
  for (const gone of ['Sign in', 'Share', 'Related', 'Contents', 'Responses'])
    expect(await page.getByText(gone, { exact: true }).first().isVisible(), gone).toBe(false)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await page.locator('.story-notes').isVisible()).toBe(true)
  expect(await page.locator('.story-progress').isVisible()).toBe(false)
  const address = await page
    .locator('#story-html p > a[href="https://example.com/elsewhere"]')
    .evaluate((link) => getComputedStyle(link, '::after').content)
  expect(address).toContain('https://example.com/elsewhere')

  await open(page, '/story/the-hedge-is-a-clock')
  expect(await page.locator('article > img, article > picture img').first().isVisible()).toBe(true)
  expect(await page.locator('article header').first().innerText()).toMatch(/min read · \d{1,2} [A-Z][a-z]+ \d{4}$/m)
})

test('the progress bar grows with the scroll position, unless motion is reduced', async () => {
  const bar = (page: Page) => page.locator('.story-progress')
  const widthOf = (page: Page) => bar(page).evaluate((element) => element.getBoundingClientRect().width)
  const { page } = await aVisitor({ reducedMotion: 'no-preference' })
  await open(page, await aStory())
  expect(await widthOf(page)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => widthOf(page)).toBeGreaterThan(1200)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await bar(page).isVisible()).toBe(false)
})
