import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { doc, paragraph } from '../documents.ts'
import { violations } from './axe.ts'
import { aVisitor, open, signedInVisitor, useBrowser } from './browser.ts'
import { aShortText, aStory, focused, wake, waitForStoryCode } from './stories.ts'

useBrowser()

test('a story is shared by its menu, by the device, and in quotes', async () => {
  const { page, complaints } = await aVisitor({ pictures: true, permissions: ['clipboard-read', 'clipboard-write'] })
  const path = await aStory({ title: 'To be shared', body: aShortText() })
  await open(page, path)
  await wake(page)
  const share = page.locator('summary', { hasText: 'Share' })
  const mail = page.getByRole('link', { name: 'Share by email' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await share.focus()
  await page.keyboard.press('Enter')
  await mail.waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await mail.isVisible()).toBe(false)
  await expect.poll(() => focused(page)).toContain('<summary')

  await share.click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(copied).toMatch(new RegExp(`^https?://.+${path}$`))
  await share.click()
  await page.getByRole('button', { name: 'Copy as post' }).click()
  await expect.poll(copied).toMatch(/^To be shared, by Ada Hedge\n\nhttp/)

  // Selected text is copied with a link to its position, and stays selected.
  await page.locator('#story-html p').last().click({ clickCount: 3 })
  const bar = page.getByRole('region', { name: 'Selected text' })
  await bar.waitFor()
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Copy quote' }).click()
  await expect.poll(copied).toMatch(/^“That is all\.”\n— Ada Hedge, To be shared\nhttp.+#:~:text=That%20is%20all\.$/)
  await bar.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => String(getSelection()).trim())).toBe('That is all.')

  // Selecting by the keyboard works too, and Escape closes the bar.
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await page.keyboard.press('Control+a')
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#story-html p') ?? document.body))
  await bar.waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })

  // A device that can share opens its own sheet instead of the menu.
  await page.evaluate(() => {
    Object.assign(window, { shared: [] })
    Object.assign(Navigator.prototype, {
      share: async (what: unknown) => void Reflect.get(window, 'shared').push(what),
    })
  })
  await share.click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared') as unknown))
    .toEqual([{ title: 'To be shared', url: expect.stringContaining('/story/') }])
  expect(await mail.isVisible()).toBe(false)
  expect(complaints).toEqual([])
})

/** A speech synthesizer without sound that finishes when the test calls `finish`. */
function stubSpeech() {
  const said: string[] = []
  let queue: SpeechSynthesisUtterance[] = []
  const voice = {
    speak(utterance: SpeechSynthesisUtterance) {
      said.push(`${utterance.lang} ${utterance.rate} ${utterance.text}`)
      queue.push(utterance)
    },
    cancel: () => (queue = []),
    getVoices: () => [],
  }
  const finish = () => {
    const [first, ...rest] = queue
    queue = rest
    first?.dispatchEvent(new Event('end'))
  }
  Object.defineProperty(window, 'speechSynthesis', { value: voice })
  Object.assign(window, { said, finish, waiting: () => queue.length })
}
const said = (page: Page) => page.evaluate(() => Reflect.get(window, 'said') as string[])
const finish = (page: Page) => page.evaluate(() => Reflect.get(window, 'finish')())

test('listening reads paragraph by paragraph, remembers its speed, and stops when leaving the page', async () => {
  const { page, complaints } = await aVisitor({ pictures: true })
  await page.addInitScript(stubSpeech)
  const body = doc(
    paragraph('One.'),
    { type: 'codeBlock', attrs: {}, content: [{ type: 'text', text: 'x' }] },
    paragraph('Three.'),
  )
  const path = await aStory({ title: 'Aloud', body, language: 'en', article: { language: 'en' } })
  await open(page, path)
  await wake(page)
  await page.getByRole('button', { name: 'Listen' }).click()
  const player = page.getByRole('region', { name: 'Listen' })
  await expect.poll(() => said(page)).toEqual(['en 1 Aloud'])
  await expect.poll(() => focused(page)).toContain('aria-label="Pause"')
  expect(await violations(page)).toEqual([])
  await finish(page)
  await expect.poll(() => said(page)).toEqual(['en 1 Aloud', 'en 1 One.'])
  await expect.poll(() => page.locator('[data-spoken]').allInnerTexts()).toEqual(['One.'])
  await player.getByRole('button', { name: 'Forward a paragraph' }).click()
  await expect.poll(async () => (await said(page)).at(-1)).toBe('en 1 Code.')
  await player.getByRole('button', { name: 'Back a paragraph' }).click()
  await expect.poll(async () => (await said(page)).at(-1)).toBe('en 1 One.')
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  await expect.poll(async () => (await said(page)).at(-1)).toBe('en 1.5 One.')
  await player.getByRole('button', { name: 'Pause' }).click()
  await player.getByRole('button', { name: 'Play' }).waitFor()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'waiting')())).toBe(0)
  await player.getByRole('button', { name: 'Stop listening' }).click()
  await expect.poll(() => page.locator('[data-spoken]').count()).toBe(0)
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect.poll(async () => (await said(page)).at(-1)).toBe('en 1.5 Aloud')

  await page.getByRole('link', { name: 'Latest' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Latest stories' }).waitFor()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'waiting')())).toBe(0)
  await expect.poll(() => page.getByRole('region', { name: 'Listen' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

function noted(page: Page) {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reading')) sent.push(request.postDataJSON())
  })
  return sent
}

describe('reading progress', () => {
  test('reaching the end counts once, after a minimum time', async () => {
    const { page } = await aVisitor()
    await page.clock.install()
    const sent = noted(page)
    await open(page, await aStory({ body: aShortText() }))
    await wake(page)
    // Half of the required time: real time on a busy machine is added.
    await page.clock.runFor(5_000)
    expect(sent).toEqual([])
    const answered = page.waitForResponse((response) => response.url().endsWith('/reading'))
    await page.clock.runFor(7_000)
    // Otherwise the minute that follows is over before the answer, and the report is repeated.
    await (await answered).finished()
    expect(sent).toEqual([{ progress: 100, finished: true }])
    await page.clock.runFor(60_000)
    expect(sent).toHaveLength(1)
  })

  test('a story left before the end is listed among the reader’s started stories', async () => {
    const { page } = await signedInVisitor('reader')
    await page.clock.install()
    const sent = noted(page)
    await open(page, await aStory({ title: 'Begun only' }))
    await wake(page)
    await page.mouse.wheel(0, 2500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    await page.clock.runFor(2_000)
    await page.getByRole('link', { name: 'Latest' }).first().click()
    await expect
      .poll(() => sent)
      .toEqual([
        { progress: 0, finished: false },
        { progress: expect.any(Number), finished: false },
      ])
    await expect
      .poll(async () => JSON.stringify(await (await page.request.get(`${inject('site').url}/api/readings`)).json()))
      .toContain('Begun only')
  })

  test('a visitor who opted out is not tracked, and a device without voices offers no listening', async () => {
    const { page } = await aVisitor()
    await page.addInitScript(() => {
      Object.assign(Navigator.prototype, { globalPrivacyControl: true })
      Reflect.deleteProperty(window, 'speechSynthesis')
    })
    await page.clock.install()
    const sent = noted(page)
    await open(page, await aStory({ body: aShortText() }))
    await page.mouse.wheel(0, 40)
    await waitForStoryCode(page)
    await page.getByText('Listen', { exact: true }).waitFor({ state: 'hidden' })
    await page.clock.runFor(30_000)
    await page.getByRole('link', { name: 'Latest' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Latest stories' }).waitFor()
    expect(sent).toEqual([])
  })
})

test('related stories are below the text, and the next one starts at its top', async () => {
  const { page, complaints } = await aVisitor()
  await open(page, '/story/the-hedge-is-a-clock')
  expect(await page.getByRole('heading', { name: /^More from / }).count()).toBe(1)
  await open(page, await aStory())
  expect(await page.locator('section[aria-labelledby="related"] li').count()).toBe(4)
  const next = page.getByRole('region', { name: 'Next story' }).locator('a:not([data-save])')
  const title = await next.innerText()
  await next.scrollIntoViewIfNeeded()
  await wake(page)
  await next.click()
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: 'Listen' }).waitFor()
  expect(complaints).toEqual([])
})
