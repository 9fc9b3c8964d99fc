import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { doc, paragraph } from '../documents.ts'
import { overflow, violations } from './axe.ts'
import { aVisitor, open, somebody, useBrowser } from './browser.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { aLongText, aShortText, aStory } from './stories.ts'

useBrowser()

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 860 }
const MOST_SCRIPTS = 115 * 1024

const focused = (page: Page) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? '')
const withCompanion = (page: Page) => page.locator('[data-accompanied]').waitFor({ state: 'attached' })

/** The first sign of a reader, and until what it brings is there. */
async function wake(page: Page) {
  await page.mouse.wheel(0, 40)

  await withCompanion(page)
  await page.getByRole('button', { name: 'Listen' }).waitFor()
}

describe('what a story weighs', () => {
  test('before anybody does anything, scripts of at most 115 KB by gzip, and none of them blocks', async () => {
    const { page } = await aVisitor()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await open(page, '/story/the-hedge-is-a-clock')
    await page.waitForTimeout(2_000)
    const sizes = await Promise.all(
      [...new Set(scripts)].map(async (url) => {
        const answer = await page.request.get(url)
        return gzipSync(await answer.body(), { level: 9 }).length
      }),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(50 * 1024)
    expect(total).toBeLessThanOrEqual(MOST_SCRIPTS)
    expect(await page.locator('script[src]:not([type="module"]):not([async])').count()).toBe(0)
  })

  test('what goes along with a reader comes with the first sign of one', async () => {
    const { page, complaints } = await aVisitor()
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await open(page, '/story/the-hedge-is-a-clock')
    await page.waitForTimeout(500)
    expect(scripts.filter((url) => /\/(companion|parts|travel)-/.test(url))).toEqual([])
    await wake(page)
    await expect.poll(() => scripts.filter((url) => /\/(companion|parts|travel)-/.test(url)).length).toBe(3)
    expect(complaints).toEqual([])
  })

  test.each([phone, desktop])('nothing moves by itself at $width pixels', async (viewport) => {
    const { page } = await aVisitor({ viewport })
    await watchShifts(page)
    for (const path of ['/story/clocks-that-disagree', await aStory()]) {
      await open(page, path)
      await page.evaluate(() => document.fonts.ready)
      for (let step = 0; step < 8; step++) {
        await page.mouse.wheel(0, 500)
        await page.waitForTimeout(120)
      }
      expect(await shiftsOf(page), path).toEqual([])
    }
  })
})

describe('contents', () => {
  test('beside the text they say where one is, and lead where they say below the header', async () => {
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

  test('on a phone they are opened, and a story of few headings has none', async () => {
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

describe('footnotes', () => {
  test('open beside their mark by the keyboard, scroll when they are long, and give the focus back', async () => {
    const { page, complaints } = await aVisitor({ viewport: phone })
    await open(page, await aStory())
    await wake(page)
    const mark = page.locator('#note-ref-1')
    await mark.focus()
    const before = await page.evaluate(() => scrollY)
    await page.keyboard.press('Enter')
    const note = page.getByRole('region', { name: 'Footnote 1' })
    await note.waitFor()
    await expect.poll(() => note.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(before)
    expect(await note.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
    const box = await note.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= phone.width && box.y >= 0).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toContain('note-ref-1')
    expect(new URL(page.url()).hash).toBe('')
    expect(complaints).toEqual([])
  })

  test('and open anew for another mark', async () => {
    const { page } = await aVisitor()
    await open(page, await aStory())
    await wake(page)
    await page.locator('#note-ref-1').click()
    await page.getByRole('region', { name: 'Footnote 1' }).waitFor()
    await page.locator('#note-ref-2').click()
    const second = page.getByRole('region', { name: 'Footnote 2' })
    await second.waitFor()
    expect(await second.innerText()).toBe('The first footnote.')
    expect(await page.getByRole('region', { name: 'Footnote 1' }).count()).toBe(0)
  })
})

describe('pictures', () => {
  test('are enlarged by the keyboard; in a gallery the arrows go on, and the focus comes back', async () => {
    const { page, complaints } = await aVisitor()
    await open(page, await aStory())
    await wake(page)
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
    await expect
      .poll(() =>
        page.evaluate(() => document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length),
      )
      .toBe(0)
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
})

describe('sharing', () => {
  test('a menu copies the link or a post, and closes like a menu', async () => {
    const { page, complaints } = await aVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    const path = await aStory({ title: 'To be shared' })
    await open(page, path)
    await wake(page)
    const share = page.locator('summary', { hasText: 'Share' })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await share.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Send by mail' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'Send by mail' }).isVisible()).toBe(false)
    await expect.poll(() => focused(page)).toContain('<summary')

    await share.click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(copied).toMatch(new RegExp(`^https?://.+${path}$`))
    await share.click()
    await page.getByRole('button', { name: 'Copy as a post' }).click()
    await expect.poll(copied).toMatch(/^To be shared, by Ada Hedge\n\nhttp/)
    expect(complaints).toEqual([])
  })

  test('where the device has a sheet of its own, that is opened', async () => {
    const { page } = await aVisitor({ viewport: phone })
    await page.addInitScript(() => {
      Object.assign(window, { shared: [] })
      Object.assign(Navigator.prototype, {
        share: async (what: unknown) => void Reflect.get(window, 'shared').push(what),
      })
    })
    await open(page, await aStory({ title: 'To be shared' }))
    await wake(page)
    await page.locator('summary', { hasText: 'Share' }).click()
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'shared') as unknown))
      .toEqual([{ title: 'To be shared', url: expect.stringContaining('/story/') }])
    expect(await page.getByRole('link', { name: 'Send by mail' }).isVisible()).toBe(false)
  })

  test('selected words can be copied with a link to their place, and the selection stays', async () => {
    const { page } = await aVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    await open(page, await aStory({ title: 'Quoted', body: aShortText() }))
    await page.locator('#story-html p').last().click({ clickCount: 3 })
    const bar = page.getByRole('region', { name: 'Selected words' })
    await bar.waitFor()
    expect(await violations(page)).toEqual([])
    await bar.getByRole('button', { name: 'Copy quote' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^“That is all\.”\n— Ada Hedge, Quoted\nhttp.+#:~:text=That%20is%20all\.$/)
    await bar.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe('That is all.')
  })

  test('selecting by the keyboard works too, and Escape puts the bar away', async () => {
    const { page } = await aVisitor()
    await open(page, await aStory({ body: aShortText() }))
    await wake(page)
    await page.keyboard.press('Control+a')
    await page.evaluate(() =>
      getSelection()?.selectAllChildren(document.querySelector('#story-html p') ?? document.body),
    )
    const bar = page.getByRole('region', { name: 'Selected words' })
    await bar.waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  })
})

/** A voice that says nothing and is done when the test says so. */
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

describe('listening', () => {
  test('reads the title and then paragraph by paragraph, marks them, and remembers its speed', async () => {
    const { page, complaints } = await aVisitor()
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
    expect(complaints).toEqual([])
  })

  test('falls silent when one goes to another page', async () => {
    const { page } = await aVisitor()
    await page.addInitScript(stubSpeech)
    await open(page, await aStory())
    await wake(page)
    await page.getByRole('button', { name: 'Listen' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'waiting')())).toBe(1)
    await page.getByRole('link', { name: 'Latest' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Latest stories' }).waitFor()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'waiting')())).toBe(0)
    await expect.poll(() => page.getByRole('region', { name: 'Listen' }).count()).toBe(0)
  })

  test('is not offered where nothing can speak', async () => {
    const { page } = await aVisitor()
    await page.addInitScript(() => Reflect.deleteProperty(window, 'speechSynthesis'))
    await open(page, await aStory())
    await page.mouse.wheel(0, 40)
    await withCompanion(page)
    expect(await page.getByText('Listen', { exact: true }).isVisible()).toBe(false)
  })
})

function noted(page: Page) {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reading')) sent.push(request.postDataJSON())
  })
  return sent
}

describe('how far one reads', () => {
  test('the end counts after some time of looking, once', async () => {
    const { page } = await aVisitor()
    await page.clock.install()
    const sent = noted(page)
    await open(page, await aStory({ body: aShortText() }))
    await wake(page)
    // Half of the time it takes: what passes by itself on a busy machine comes on top.
    await page.clock.runFor(5_000)
    expect(sent).toEqual([])
    await page.clock.runFor(7_000)
    await expect.poll(() => sent).toEqual([{ progress: 100, finished: true }])
    await page.clock.runFor(60_000)
    expect(sent).toHaveLength(1)
  })

  test('whoever leaves before is noted where they were, and a reader finds the story again', async () => {
    const { page } = await somebody('reader')
    await page.clock.install()
    const sent = noted(page)
    await open(page, await aStory({ title: 'Begun only' }))
    await wake(page)
    await page.mouse.wheel(0, 2500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    await page.clock.runFor(2_000)
    await page.getByRole('link', { name: 'Latest' }).first().click()
    await expect.poll(() => sent).toEqual([{ progress: expect.any(Number), finished: false }])
    await expect
      .poll(async () => JSON.stringify(await (await page.request.get(`${inject('site').url}/api/readings`)).json()))
      .toContain('Begun only')
  })

  test('a visitor who asks for privacy is not noted', async () => {
    const { page } = await aVisitor()
    await page.addInitScript(() => Object.assign(Navigator.prototype, { globalPrivacyControl: true }))
    await page.clock.install()
    const sent = noted(page)
    await open(page, await aStory({ body: aShortText() }))
    await wake(page)
    await page.clock.runFor(30_000)
    await page.getByRole('link', { name: 'Latest' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Latest stories' }).waitFor()
    expect(sent).toEqual([])
  })
})

describe('below the text', () => {
  test('stands where to go on, and going there starts anew at its top', async () => {
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

  test('a story that was changed later says when', async () => {
    const day = 24 * 3600_000
    const { page } = await aVisitor()
    const changed = { publishedAt: new Date(Date.now() - 9 * day), updatedAt: new Date(Date.now() - 2 * day) }
    await open(page, await aStory({ article: changed }))
    await expect.poll(() => page.locator('article header').innerText()).toMatch(/Updated 2 days ago/)
    await open(page, await aStory({ article: { ...changed, updatedAt: changed.publishedAt } }))
    expect(await page.locator('article header').innerText()).not.toMatch(/Updated/)
  })
})

test('at the wall it says how much is hidden, offers both ways on, and has sent nothing of it', async () => {
  const { page, complaints } = await aVisitor({ viewport: phone })
  const hidden = paragraph(`The secret. ${'Words and words. '.repeat(500)}`)
  const body = doc(paragraph('In the open.'), { type: 'membersLine' }, hidden)
  const path = await aStory({ body, article: { access: 'preview' } })
  const answer = await open(page, path)
  expect(await answer?.text()).not.toContain('The secret')
  expect(await page.locator('article header').innerText()).toContain('For members')
  const wall = page.getByRole('complementary', { name: 'For members' })
  expect(await wall.innerText()).toMatch(/\d+ more minutes to read/)
  expect(await wall.getByRole('link', { name: 'Become a member' }).getAttribute('href')).toBe('/membership')
  expect(await wall.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('href')).toBe(
    `/auth/newauth?next=${encodeURIComponent(path)}`,
  )
  await wake(page)
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('without scripts all of it can still be read and followed', async () => {
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
  expect(await page.getByRole('link', { name: 'Send by mail' }).getAttribute('href')).toMatch(
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
  'from right to left': { title: 'زاوية منيب', article: { language: 'ar' }, body: aLongText() },
}

describe.each([320, 360, 1280, 1920])('at %i pixels', (width) => {
  test.each(Object.entries(shapes))('%s fits the window', async (_, given) => {
    const { page } = await aVisitor({ viewport: { width, height: 800 } })
    await open(page, await aStory(given))
    await wake(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
  })
})

test('a story from right to left has its contents on the right', async () => {
  const { page } = await aVisitor({ viewport: desktop })
  await open(page, await aStory(shapes['from right to left']))
  const contents = await page.getByRole('navigation', { name: 'Contents' }).boundingBox()
  expect(contents?.x).toBeGreaterThan(desktop.width / 2)
})

test('on paper there is the essay, with addresses behind its links and its footnotes at the end', async () => {
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
})

test('the bar at the top grows with what was read, and stays away from those who asked for stillness', async () => {
  const widthOf = (page: Page) => page.locator('.story-progress').evaluate((bar) => bar.getBoundingClientRect().width)
  const { page } = await aVisitor({ reducedMotion: 'no-preference' })
  await open(page, await aStory())
  expect(await widthOf(page)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => widthOf(page)).toBeGreaterThan(1200)
  const still = await aVisitor()
  await open(still.page, '/story/latch')
  expect(await still.page.locator('.story-progress').isVisible()).toBe(false)
})
