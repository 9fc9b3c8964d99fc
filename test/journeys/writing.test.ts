import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { LinkPreview } from '#contract/links.ts'
import { googleDocs, word } from '#site/articles/editor/paste/clipboard-samples.ts'
import { aVisitor, open, signedInVisitor, waitForHydration, useBrowser, withoutExpected } from './browser.ts'
import { query } from './mailbox.ts'
import {
  clickBelowText,
  fetchArticle,
  insertBlock,
  insertFileBlock,
  newStory,
  paste,
  publish,
  renderedBlocks,
  story,
  title,
  typeLines,
  untilSavedWith,
} from './story-editor.ts'

useBrowser()

let folder: string
const file = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bramble-writing-'))
  const picture = (background: string, name: string) =>
    sharp({ create: { width: 1200, height: 800, channels: 3, background } })
      .jpeg()
      .toFile(file(name))
  await Promise.all([picture('#2f855a', 'gate.jpg'), picture('#b7791f', 'lane.jpg'), picture('#2b6cb0', 'sea.jpg')])
  await writeFile(file('map.pdf'), '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Selects the letters before the caret. */
async function select(page: Page, letters: number) {
  for (let letter = 0; letter < letters; letter++) await page.keyboard.press('Shift+ArrowLeft')
}

const elsewhere = 'https://hedges.example/all'

const foundElsewhere: LinkPreview = {
  address: elsewhere,
  title: 'A page of hedges',
  description: 'All about hedges.',
  site: 'Hedgerow',
  author: '',
  provider: 'link',
  frame: null,
  ratio: null,
}

/** Stubs the lookup of the embedded page. The server's lookup has its own tests. */
const answerLookups = (page: Page) =>
  page.route('**/api/links/look', (route) =>
    route.request().postData()?.includes(elsewhere) ? route.fulfill({ json: foundElsewhere }) : route.continue(),
  )

test('an article with every block is published as it was written', { timeout: 180_000 }, async () => {
  const { page, complaints } = await signedInVisitor('author', { pictures: true })
  await answerLookups(page)
  await newStory(page, 'The long way home')
  await writeText(page)
  await writeLists(page)
  await writePictures(page)
  await writeTable(page)
  await writeExtras(page)
  await addCover(page)
  await fillSettings(page)
  const path = await publish(page)

  const reader = await aVisitor({ pictures: true })
  const hosts = new Set<string>()
  reader.page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await open(reader.page, path)
  expect(await renderedBlocks(reader.page)).toEqual(everyBlock)
  await expectFields(reader.page)
  expect(await reader.page.content()).not.toContain('Only for members')
  await reader.page.getByRole('link', { name: 'Become a member' }).waitFor()
  await picturesLoad(reader.page)
  expect([...hosts]).toEqual([new URL(inject('site').url).host])
  expect(reader.complaints).toEqual([])

  await reader.page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A film</title>' }),
  )
  await reader.page.getByRole('link', { name: /Play on YouTube/ }).click()
  const frame = reader.page.locator('iframe.story-frame')
  expect(await frame.getAttribute('src')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/)
  await expect.poll(() => [...hosts]).toContain('www.youtube-nocookie.com')

  await page.getByRole('dialog').getByRole('link', { name: 'View story' }).click()
  await page.waitForURL(`**${path}`)
  await page.getByText('Only for members.').waitFor()
  expect(await page.getByRole('link', { name: 'Become a member' }).count()).toBe(0)
  expect(await renderedBlocks(page)).toEqual([...everyBlock.slice(0, -1), '<p>Only for members.</p>', footnotes])
  expect(withoutExpected(complaints)).toEqual([])
})

const footnotes =
  '<section.story-notes><ol><li><p>As her aunt told it. <a href="#note-ref-1">↩︎</a></p></li></ol></section>'

/** The published blocks, with the footnotes at the end. */
const everyBlock = [
  '<h2>The first part</h2>',
  '<p>Words, <strong>bold</strong>, <em>italic</em>, <s>struck</s> and <code>code()</code>, and <a href="https://example.org/lanes">a link</a>.<br>Another line<sup.story-note><a href="#note-1">1</a></sup> with <math>a2</math> in it.</p>',
  '<p>Styled from the <strong><em>bar</em></strong></p>',
  '<h3>Quotes</h3>',
  '<blockquote><p>Someone said this.</p></blockquote>',
  '<blockquote.story-pull><p>It was never far.</p></blockquote>',
  '<h4>Lists</h4>',
  '<ul><li><p>One</p></li><li><p>Two</p></li></ul>',
  '<ol start="3"><li><p>Three</p></li><li><p>Four</p></li></ol>',
  '<ul.story-tasks><li><input checked><div><div><p>Pack</p></div></div></li><li><input><div><div><p>Go</p></div></div></li></ul>',
  '<pre><code data-language="typescript">const far = false</code></pre>',
  '<hr>',
  '<figure.story-wide><img alt="A green gate"><figcaption>The gate in May</figcaption></figure>',
  '<figure.story-gallery><div.story-gallery-pictures><figure><img alt="A lane"></figure><figure><img alt=""></figure></div><figcaption>Two ways</figcaption></figure>',
  '<div.story-table><table><thead><tr><th scope="col">Year</th><th.align-right scope="col">Miles</th></tr></thead><tbody><tr><td>1998</td><td.align-right>12</td></tr><tr><td></td><td.align-right>11</td></tr><tr><td>2003</td><td.align-right>9</td></tr></tbody></table></div>',
  '<aside.story-callout data-tone="tip"><p.story-tone><bdi>Tip</bdi></p><p>Bring water.</p></aside>',
  '<details.story-toggle><summary>How to get there</summary><div.story-toggle-body><p>By train.</p></div></details>',
  '<div.story-math><math>∫01xdx</math></div>',
  '<figure.story-embed><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" data-frame="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"><span.story-embed-title>https://www.youtube.com/watch?v=dQw4w9WgXcQ</span> <span.story-embed-from>YouTube</span> <span.story-embed-action>Play on YouTube</span></a></figure>',
  `<figure.story-embed><a href="${elsewhere}"><span.story-embed-title>A page of hedges</span> <span.story-embed-about>All about hedges.</span> <span.story-embed-from>Hedgerow</span> <span.story-embed-action>Open on Hedgerow</span></a></figure>`,
  '<p.story-button><a href="https://example.org/more">Read more</a></p>',
  '<p.story-file><a href="/media/…/file" download="map.pdf"><span.story-file-name>map.pdf</span> <span.story-file-size>69 bytes</span></a></p>',
  footnotes,
]

/** Fields outside the text, and metadata for search engines. */
async function expectFields(page: Page) {
  expect(await page.title()).toMatch(/^Walking home · /)
  expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('A walk, with a map.')
  await page.getByRole('heading', { level: 1, name: 'The long way home' }).waitFor()
  // Not the card of a story that an earlier attempt of this test has published.
  await page.getByRole('article').getByRole('img', { name: 'The sea at noon' }).waitFor()
  await page.getByRole('link', { name: 'Nature' }).first().waitFor()
  for (const tag of ['walking', 'hedges']) await page.getByRole('link', { name: tag }).first().waitFor()
}

async function picturesLoad(page: Page) {
  const broken = await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})))
    return [...document.images].filter((picture) => picture.naturalWidth === 0).map((picture) => picture.src)
  })
  expect(broken).toEqual([])
}

async function addCover(page: Page) {
  await page.getByLabel('Add cover').setInputFiles(file('sea.jpg'))
  await page.getByLabel('Describe the cover').fill('The sea at noon')
}

async function writeText(page: Page) {
  await typeLines(page, '# The first part')
  await page.keyboard.type('Words, **bold**, *italic*, ~~struck~~ and `code()`, and a link')
  await select(page, 'a link'.length)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'URL' }).fill('example.org/lanes')
  await page.keyboard.press('Enter')
  await page.keyboard.type('.')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Another line')
  await insertBlock(page, 'Footnote', 'Control+/')
  await page.getByRole('textbox', { name: 'Footnote' }).fill('As her aunt told it.')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' with $$a^2$$ in it.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Styled from the bar')
  await select(page, 'bar'.length)
  const bar = page.getByRole('toolbar', { name: 'Text style' })
  await bar.getByRole('button', { name: 'Bold' }).click()
  await bar.getByRole('button', { name: 'Italic' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await typeLines(page, '## Quotes', '> Someone said this.', '')
  await insertBlock(page, 'Pull quote')
  await typeLines(page, 'It was never far.')
}

async function writeLists(page: Page) {
  await typeLines(page, '### Lists', '- One', 'Two', '', '3. Three', 'Four', '', '[x] Pack', 'Go', '')
  await insertBlock(page, 'Code')
  await page.getByRole('combobox', { name: 'Language: Plain text' }).click()
  await page.getByPlaceholder('Search languages').fill('typescr')
  await page.getByRole('option', { name: 'TypeScript' }).click()
  await page.keyboard.type('const far = false')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('---')
}

async function writePictures(page: Page) {
  await insertFileBlock(page, 'Picture', [file('gate.jpg')])
  const picture = story(page).locator('.node-image img')
  await picture.click()
  const tools = page.getByRole('toolbar', { name: 'Picture' })
  await tools.getByRole('button', { name: 'Wide', exact: true }).click()
  await tools.getByRole('button', { name: 'Alt text is missing' }).click()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A green gate')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Caption' }).fill('The gate in May')
  await page.keyboard.press('Enter')

  await clickBelowText(page)
  await insertFileBlock(page, 'Gallery', [file('lane.jpg'), file('sea.jpg')])
  const tiles = story(page).locator('.node-gallery .node-image img')
  await expect.poll(() => tiles.count()).toBe(2)
  await tiles.first().click()
  await page
    .getByRole('toolbar', { name: 'Picture 1 of 2' })
    .getByRole('button', { name: /^Alt text/ })
    .click()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A lane')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Gallery caption' }).fill('Two ways')
}

async function writeTable(page: Page) {
  await clickBelowText(page)
  await insertBlock(page, 'Table')
  const cells = ['Year', 'Miles', 'Spare', '1998', '12', '', '2003', '9', '']
  for (const [index, cell] of cells.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(cell)
  }
  const bar = page.getByRole('toolbar', { name: 'Table' })
  await bar.getByRole('button', { name: 'Table options' }).click()
  await page.getByRole('menuitem', { name: 'Delete column' }).click()
  await story(page).getByText('12', { exact: true }).click()
  await bar.getByRole('button', { name: 'Table options' }).click()
  await page.getByRole('menuitem', { name: 'Align column right' }).click()
  await bar.getByRole('button', { name: 'Add row' }).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('11')
}

async function writeExtras(page: Page) {
  await clickBelowText(page)
  await insertBlock(page, 'Callout')
  await page.keyboard.type('Bring water.')
  await page.getByRole('button', { name: 'Note: change callout type' }).click()
  await page.getByRole('menuitem', { name: 'Tip' }).click()
  await clickBelowText(page)
  await insertBlock(page, 'Toggle')
  await typeLines(page, 'How to get there', 'By train.', '')
  await clickBelowText(page)
  await insertBlock(page, 'Formula')
  await page.getByRole('textbox', { name: 'LaTeX' }).fill('\\int_0^1 x\\,dx')
  await page.keyboard.press('Enter')
  await clickBelowText(page)
  await insertBlock(page, 'Embed')
  await page.getByRole('textbox', { name: 'URL to embed' }).fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await page.keyboard.press('Enter')
  await page.getByText('Play on YouTube').waitFor()
  await clickBelowText(page)
  await paste(page, { 'text/plain': elsewhere })
  await page.getByRole('button', { name: 'Show as a card' }).click()
  await page.getByText('A page of hedges').waitFor()
  await clickBelowText(page)
  await insertBlock(page, 'Button')
  await page.getByRole('textbox', { name: 'Button text' }).fill('Read more')
  await page.getByRole('textbox', { name: 'URL' }).fill('https://example.org/more')
  await page.getByRole('button', { name: 'Add button' }).click()
  // The next block goes below it, even when inserted at once.
  await insertFileBlock(page, 'File', [file('map.pdf')])
  await story(page).locator('.node-file').getByText('map.pdf').waitFor()
  await clickBelowText(page)
  await insertBlock(page, 'Members-only line')
  await page.keyboard.type('Only for members.')
}

async function fillSettings(page: Page) {
  await page.getByRole('button', { name: 'Settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Settings' })
  await panel.getByLabel('Category').selectOption({ label: 'Nature' })
  await panel.getByLabel('Tags').fill('walking, hedges,')
  await panel.getByRole('textbox', { name: 'Excerpt' }).fill('How we walked home.')
  await panel.getByRole('radio', { name: /^Members, with a preview/ }).check()
  await panel.getByLabel('Title for search engines').fill('Walking home')
  await panel.getByLabel('Description for search engines').fill('A walk, with a map.')
  await panel.getByRole('button', { name: 'Close' }).click()
}

const pastes = [
  {
    from: 'Markdown',
    words: 'bread',
    clipboard: {
      'text/plain':
        '## A walk\n\nIt was **late**, see [the map](https://example.org/map).\n\n- bread\n- tea\n\n```js\nlet a = 1\n```\n\n| Mile | Hour |\n| --- | ---: |\n| 12 | 3 |\n',
    },
    read: [
      '<h2>A walk</h2>',
      '<p>It was <strong>late</strong>, see <a href="https://example.org/map">the map</a>.</p>',
      '<ul><li><p>bread</p></li><li><p>tea</p></li></ul>',
      '<pre><code data-language="javascript">let a = 1</code></pre>',
      '<div.story-table><table><thead><tr><th scope="col">Mile</th><th.align-right scope="col">Hour</th></tr></thead><tbody><tr><td>12</td><td.align-right>3</td></tr></tbody></table></div>',
    ],
  },
  {
    from: 'Google Docs',
    words: 'What we took',
    clipboard: { 'text/html': googleDocs, 'text/plain': 'The long way home' },
    read: [
      '<h2>The long way home</h2>',
      '<p>It was <strong>late</strong>, and <em>nobody</em> had <a href="https://example.org/key?a=1">a key</a>.</p>',
      '<h3>What we took</h3>',
      '<ul><li><p>bread</p><ul><li><p>with seeds</p></li></ul></li><li><p><s>tea</s></p></li></ul>',
      '<p><a href="https://lh7-rt.googleusercontent.com/docsz/AD_4nXd?key=abc">A gate</a></p>',
      '<div.story-table><table><tbody><tr><td><strong>Mile</strong></td><td>Hour</td></tr><tr><td>12</td><td></td></tr></tbody></table></div>',
    ],
  },
  {
    from: 'Word',
    words: 'Nobody asked.',
    clipboard: { 'text/html': word, 'text/plain': 'A short history' },
    read: [
      '<h2>A short history</h2>',
      '<p>The <strong>first</strong> of them <em>came</em> early.</p>',
      '<ul><li><p>Apples</p><ol><li><p>Red</p></li><li><p>Green</p></li></ol></li><li><p>Pears</p></li></ul>',
      '<blockquote><p>Nobody asked.</p></blockquote>',
      '<div.story-table><table><tbody><tr><td>Year</td><td>Tons</td></tr><tr><td colspan="2">none</td></tr></tbody></table></div>',
    ],
  },
]

test('pastes from Markdown, Google Docs and Word are sanitized and published once', async () => {
  const { page, complaints } = await signedInVisitor('author')
  await newStory(page, 'Pasted from everywhere')
  for (const { from, clipboard, words } of pastes) {
    await paste(page, clipboard)
    await story(page).getByText(words).first().waitFor()
    // A picture that cannot be fetched stays a link.
    await expect.poll(() => page.getByText(/Importing \d+ picture/).count()).toBe(0)
    await page.keyboard.press('Control+End')
    await page.keyboard.type(`That was ${from}.`)
    await page.keyboard.press('Enter')
  }
  const path = await publish(page, { doubleClick: true })
  const id = new URL(page.url()).searchParams.get('id')
  const moves = await query(inject('site').databaseUrl, 'select move from article_move where article_id = $1', [id])
  expect(moves).toEqual([{ move: 'publish' }])
  await open(page, path)
  expect(await renderedBlocks(page)).toEqual(pastes.flatMap(({ from, read }) => [...read, `<p>That was ${from}.</p>`]))
  expect(await page.locator('#story-html').innerHTML()).not.toMatch(/style=|mso|docs-internal|utm_/i)
  expect(withoutExpected(complaints)).toEqual([])
})

test('blocks are reordered by handle and keys, and undo works after a reload', async () => {
  const { page, complaints } = await signedInVisitor('author')
  await newStory(page, 'In order')
  await page.keyboard.type('One')
  await title(page).click()
  // A click below the text moves the caret to its end.
  await clickBelowText(page)
  await page.keyboard.press('Enter')
  await typeLines(page, 'Two', 'Three')
  await page.keyboard.press('Backspace')
  const foot = await page.getByText(/3 words/).boundingBox()
  expect(foot?.y ?? 0).toBeGreaterThan(800)

  // Beside the text and above the first block, with a line where it goes.
  const first = await boxOf(story(page).getByText('One'))
  await startBlockDrag(page, 'Three', (handle) => ({ x: handle.x, y: first.y - 15 }))
  await page.locator('.edit-drop-line').waitFor()
  await page.mouse.up()
  await expect.poll(() => linesOf(page)).toEqual(['Three', 'One', 'Two'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => linesOf(page)).toEqual(['One', 'Two', 'Three'])

  const last = await boxOf(story(page).getByText('Three'))
  await startBlockDrag(page, 'One', () => ({ x: last.x + last.width - 20, y: last.y + last.height - 2 }))
  await page.mouse.up()
  await expect.poll(() => linesOf(page)).toEqual(['Two', 'Three', 'One'])
  await story(page).getByText('Three').click()
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect.poll(() => linesOf(page)).toEqual(['Three', 'Two', 'One'])
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(() => linesOf(page)).toEqual(['Two', 'One', 'Three'])
  await expect.poll(async () => JSON.stringify((await fetchArticle(page))?.body)).toMatch(/Two.*One.*Three/)

  await clickBelowText(page)
  await page.keyboard.type(' and four')
  await untilSavedWith(page, 'Three and four')
  await page.keyboard.press('Control+z')
  await expect.poll(() => linesOf(page)).toEqual(['Two', 'One', 'Three'])
  await expect.poll(async () => JSON.stringify((await fetchArticle(page))?.body)).not.toContain('and four')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => linesOf(page)).toEqual(['Two', 'One', 'Three and four'])
  await untilSavedWith(page, 'Three and four')
  await page.reload()
  await waitForHydration(page)
  await story(page).getByText('Three and four').waitFor()
  await clickBelowText(page)
  await page.keyboard.press('Control+z')
  await expect.poll(() => linesOf(page)).toEqual(['Two', 'One', 'Three'])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => linesOf(page)).toEqual(['Two', 'One', 'Three and four'])
  expect(withoutExpected(complaints)).toEqual([])
})

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return box
}

/** Drags a block by its handle and keeps the button pressed. */
async function startBlockDrag(page: Page, text: string, target: (handle: Box) => { x: number; y: number }) {
  await story(page).getByText(text).hover()
  const handle = await boxOf(page.getByRole('button', { name: 'Block options' }))
  const to = target(handle)
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
}

/** The paragraphs that have text. */
async function linesOf(page: Page) {
  return (await story(page).locator('p').allInnerTexts()).map((line) => line.trim()).filter(Boolean)
}

test('a story is written and published on a phone', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const { page, complaints } = await signedInVisitor('author', phone)
  await newStory(page)
  await title(page).tap()
  await page.keyboard.type('From the bus')
  await story(page).tap()
  await page.keyboard.type('We are late.')
  const tools = page.getByRole('toolbar', { name: 'Writing tools' })
  await tools.getByRole('button', { name: 'Add block' }).tap()
  await page
    .getByRole('listbox', { name: 'Blocks' })
    .getByRole('option', { name: /^Quote/ })
    .tap()
  await page.keyboard.type('So it goes.')
  await tools.getByRole('button', { name: 'Bold' }).tap()
  await page.keyboard.type(' Always.')
  await untilSavedWith(page, 'Always.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const path = await publish(page)
  await open(page, path)
  expect(await renderedBlocks(page)).toEqual([
    '<p>We are late.</p>',
    '<blockquote><p>So it goes.<strong> Always.</strong></p></blockquote>',
  ])
  expect(withoutExpected(complaints)).toEqual([])
})

test('a story in Arabic is written and read from right to left', async () => {
  const { page, complaints } = await signedInVisitor('author')
  await newStory(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Settings' })
  await panel.getByLabel('Language').selectOption('ar')
  await panel.getByRole('button', { name: 'Close' }).click()
  await title(page).fill('الطريق الطويل')
  await story(page).click()
  await expect.poll(() => story(page).getAttribute('dir')).toBe('rtl')
  await typeLines(page, 'كان الوقت متأخرا.', '- خبز', 'شاي', '')
  await untilSavedWith(page, 'شاي')
  // The handle is at the start side of the text.
  await story(page).getByText('كان الوقت متأخرا.').hover()
  const handle = await page.locator('[data-gutter]').boundingBox()
  const text = await story(page).boundingBox()
  expect(handle?.x ?? 0).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0))
  await open(page, await publish(page))
  const html = page.locator('#story-html')
  expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['ar', 'rtl'])
  expect(await renderedBlocks(page)).toEqual([
    '<p>كان الوقت متأخرا.</p>',
    '<ul><li><p>خبز</p></li><li><p>شاي</p></li></ul>',
  ])
  expect(withoutExpected(complaints)).toEqual([])
})
