import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD, aPerson, signedIn } from '../people.ts'
import { overflow, violations } from './axe.ts'
import { aVisitor, taken, useBrowser, withoutExpected } from './browser.ts'
import { useSiteDatabase } from './desk.ts'
import {
  aResponse,
  aTalk,
  aTalker,
  choose,
  conversation,
  manyReplies,
  manyResponses,
  openTalk,
  respond,
  wordsOf,
} from './talks.ts'

useBrowser()
const db = useSiteDatabase()

const answered = (page: Page, method: string, end: RegExp) =>
  page.waitForResponse((answer) => answer.request().method() === method && end.test(answer.url()))
const count = (page: Page) => conversation(page).getByRole('heading', { level: 2 }).innerText()

describe('a conversation', () => {
  test('is written: a response, a reply with a mention, an edit, and a deletion that leaves its place', async () => {
    const { path, author, id } = await aTalk(db())
    const first = await aPerson(db(), 'author', { name: 'Berta Moss' })
    await aResponse(db(), { articleId: id, authorId: first.id, text: 'I was there first.' })
    const { page, complaints } = await aTalker(db(), 'Carl Reed')
    await openTalk(page, path)
    expect(await count(page)).toBe('1 response')
    await respond(page, 'A <b>bold</b> thought <img src=x onerror="alert(1)">')
    expect(await wordsOf(page)).toEqual(['A <b>bold</b> thought <img src=x onerror="alert(1)">', 'I was there first.'])
    expect(await conversation(page).locator('article b, article img[src="x"]').count()).toBe(0)
    expect(await count(page)).toBe('2 responses')

    await page.getByRole('button', { name: 'Reply to Berta Moss' }).click()
    const reply = page.getByRole('textbox', { name: 'Your reply to Berta Moss' })
    await reply.pressSequentially(`Ask @${author.handle.slice(0, 9)}`)
    await page.getByRole('listbox', { name: 'People to mention' }).getByText(author.handle).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('option', { name: author.handle }).click()
    await reply.pressSequentially('about it.')
    await Promise.all([answered(page, 'POST', /\/responses$/), page.keyboard.press('Control+Enter')])
    const mention = conversation(page).getByRole('link', { name: `@${author.handle}` })
    expect(await mention.getAttribute('href')).toBe(`/user/${author.handle}`)

    await choose(page, 'A <b>bold</b> thought', 'Edit')
    const edit = page.getByRole('textbox', { name: 'Edit your response' })
    await page.getByText(/You can edit it until \d/).waitFor()
    await edit.fill('A calmer thought')
    await Promise.all([
      answered(page, 'PATCH', /\/responses\/\w+$/),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    await conversation(page).getByText('A calmer thought').waitFor()
    await conversation(page).getByText('Edited · ').waitFor()

    const other = await aTalker(db(), 'Dora Fen')
    await openTalk(other.page, `${path}?sort=newest`)
    await other.page.getByRole('button', { name: 'Reply to Carl Reed' }).first().click()
    await other.page.getByRole('textbox').fill('I agree.')
    await Promise.all([
      answered(other.page, 'POST', /\/responses$/),
      other.page.getByRole('button', { name: 'Reply', exact: true }).click(),
    ])

    await choose(page, 'A calmer thought', 'Delete…')
    await page.getByRole('dialog', { name: 'Delete this response?' }).waitFor()
    await Promise.all([
      answered(page, 'DELETE', /\/responses\/\w+$/),
      page.getByRole('button', { name: 'Delete', exact: true }).click(),
    ])
    await conversation(page).getByText('This response was deleted.').waitFor()
    await openTalk(page, path)
    const left = await wordsOf(page)
    expect(left).toContain('This response was deleted.')
    expect(left).toContain('I agree.')
    expect(left.join()).not.toContain('calmer')
    expect(withoutExpected(complaints)).toEqual([])
  })

  test('is kept in order by the story’s author, who pins and hides', async () => {
    const { path, author, id } = await aTalk(db())
    const reader = await aPerson(db(), 'author', { name: 'Berta Moss' })
    for (const text of ['One', 'Two', 'Three'])
      await aResponse(db(), { articleId: id, authorId: reader.id, text, at: new Date() })
    const { page } = await aVisitor({ cookie: await signedIn(db(), author) })
    await openTalk(page, `${path}?sort=newest`)
    expect(await wordsOf(page)).toEqual(['Three', 'Two', 'One'])
    await Promise.all([answered(page, 'PUT', /\/pin$/), choose(page, 'One', 'Pin to the top')])
    expect(await wordsOf(page)).toEqual(['One', 'Three', 'Two'])
    await Promise.all([answered(page, 'PUT', /\/hidden$/), choose(page, 'Two', 'Hide from readers')])
    await conversation(page).getByText('Hidden: readers do not see it.').waitFor()

    const { page: theirs } = await aVisitor()
    await openTalk(theirs, `${path}?sort=newest`)
    expect(await wordsOf(theirs)).toEqual(['One', 'Three'])
    await conversation(theirs).getByText('Pinned').waitFor()
    await Promise.all([
      answered(page, 'DELETE', /\/hidden$/),
      conversation(page).getByRole('button', { name: 'Show', exact: true }).click(),
    ])
    await openTalk(theirs, `${path}?sort=newest`)
    expect(await wordsOf(theirs)).toEqual(['One', 'Three', 'Two'])
  })

  test('what a newcomer writes first waits for a look, and is approved', async () => {
    const { path, author } = await aTalk(db())
    const { page } = await aTalker(db(), 'Nora New', 'reader')
    await openTalk(page, path)
    await respond(page, 'Hello everybody')
    await conversation(page).getByText('Waiting for a look: only you and the editors see it.').waitFor()
    const { page: stranger } = await aVisitor()
    await openTalk(stranger, path)
    expect(await wordsOf(stranger)).toEqual([])
    const { page: authors } = await aVisitor({ cookie: await signedIn(db(), author) })
    await openTalk(authors, path)
    await Promise.all([
      answered(authors, 'DELETE', /\/hidden$/),
      authors.getByRole('button', { name: 'Approve' }).click(),
    ])
    await authors.getByText('Waiting for a look').waitFor({ state: 'detached' })
    await openTalk(stranger, path)
    expect(await wordsOf(stranger)).toEqual(['Hello everybody'])
  })

  test('a response is reported with a reason', async () => {
    const { path, id } = await aTalk(db())
    const reader = await aPerson(db(), 'author', { name: 'Berta Moss' })
    const response = await aResponse(db(), { articleId: id, authorId: reader.id, text: 'Buy this now' })
    const { page, person, complaints } = await aTalker(db(), 'Carl Reed')
    await openTalk(page, path)
    await choose(page, 'Buy this now', 'Report…')
    const dialog = page.getByRole('dialog', { name: 'Report the response by Berta Moss' })
    await dialog.getByRole('radio', { name: 'It attacks or insults somebody' }).check()
    await dialog.getByRole('textbox').fill('Twice today')
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect(await violations(page)).toEqual([])
    await Promise.all([answered(page, 'POST', /\/report$/), dialog.getByRole('button', { name: 'Report' }).click()])
    await dialog.waitFor({ state: 'detached' })
    const kept = db().selectFrom('responseReport').select(['reason', 'note']).where('responseId', '=', response)
    expect(await kept.where('byId', '=', person.id).execute()).toEqual([{ reason: 'abuse', note: 'Twice today' }])
    expect(complaints).toEqual([])
  })

  test('whoever signs in to respond comes back to it, with the words they had written', async () => {
    const { path } = await aTalk(db())
    const person = await aPerson(db(), 'author', { name: 'Carl Reed' })
    const { page, complaints } = await aVisitor()
    await openTalk(page, path)
    await page.getByRole('button', { name: 'Write the first response' }).click()
    await page.getByRole('textbox', { name: 'Your response' }).fill('Worth an account')
    await page.getByRole('link', { name: 'Sign in to respond' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`**${path}#responses`)
    await taken(page)
    const field = page.getByRole('textbox', { name: 'Your response' })
    await expect.poll(() => field.inputValue()).toBe('Worth an account')
    await Promise.all([
      answered(page, 'POST', /\/responses$/),
      page.getByRole('button', { name: 'Respond', exact: true }).click(),
    ])
    await expect.poll(() => wordsOf(page)).toEqual(['Worth an account'])
    await openTalk(page, path)
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(withoutExpected(complaints)).toEqual([])
  })
})

describe('a link to one response', () => {
  test('leads to a reply deep in a long thread, marked, and the others come around it', async () => {
    const { path, id, author } = await aTalk(db())
    await manyResponses(db(), id, author.id, 45)
    const thread = await aResponse(db(), {
      articleId: id,
      authorId: author.id,
      text: 'A long thread',
      at: new Date(Date.now() - 9e8),
    })
    const replies = await manyReplies(db(), id, author.id, thread, 120)
    const target = replies[89] ?? ''
    const { page, complaints } = await aVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    await openTalk(page, `${path}?at=${target}#response-${target}`)
    const reply = page.locator(`#response-${target}`)
    await expect.poll(async () => inWindow(await reply.boundingBox())).toBe(true)
    expect(await reply.innerText()).toContain('Reply 90')
    expect(await reply.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
    const more = page.getByRole('button', { name: 'Show 116 more replies' })
    await Promise.all([answered(page, 'GET', /\/replies/), more.click()])
    await expect.poll(() => conversation(page).getByText('Reply 53', { exact: true }).count()).toBe(1)
    const order = (await wordsOf(page)).filter((words) => words.startsWith('Reply '))
    expect(order).toEqual(order.toSorted((one, other) => Number(one.slice(6)) - Number(other.slice(6))))
    await choose(page, 'Reply 90', 'Copy link')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(new RegExp(`${path}\\?at=${target}#response-${target}$`))
    expect(complaints).toEqual([])
  })

  test('works without scripts, and so do reading, orders and pages', async () => {
    const { path, id, author } = await aTalk(db())
    await manyResponses(db(), id, author.id, 45)
    const { page } = await aVisitor({ javaScriptEnabled: false })
    await page.goto(`${path}?sort=newest`)
    const seen = await wordsOf(page)
    for (let pages = 0; pages < 2; pages++) {
      await page.getByRole('link', { name: 'More responses' }).click()
      seen.push(...(await wordsOf(page)))
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => `Response ${n + 1}`))
    expect(await page.getByRole('link', { name: 'More responses' }).count()).toBe(0)
    await page.getByRole('link', { name: 'All responses from the beginning' }).click()
    expect((await wordsOf(page))[0]).toBe('Response 1')
    await page.getByRole('link', { name: 'Oldest' }).click()
    expect((await wordsOf(page))[0]).toBe('Response 45')
    const deep = await page.locator('article[id^="response-"]').last().getAttribute('id')
    const target = deep?.replace('response-', '') ?? ''
    await page.goto(`${path}?at=${target}#${deep}`)
    expect(inWindow(await page.locator(`#${deep}`).boundingBox())).toBe(true)
    await page.getByRole('link', { name: 'Sign in to respond' }).waitFor()
  })
})

test('two thousand responses are unrolled in their order, each once, and only what is new is drawn', async () => {
  const { path, id, author } = await aTalk(db())
  await manyResponses(db(), id, author.id, 2000)
  const { page, complaints } = await aVisitor()
  await openTalk(page, `${path}?sort=newest`)
  expect(await count(page)).toBe('2,000 responses')
  const items = conversation(page).locator('article')
  const first = await items.first().elementHandle()
  let found = await items.count()
  for (let tries = 0; found < 400 && tries < 100; tries++) {
    const link = page.getByRole('link', { name: 'More responses' })
    await link.scrollIntoViewIfNeeded()
    await link.click()
    await expect.poll(() => items.count()).toBeGreaterThan(found)
    found = await items.count()
  }
  const words = await wordsOf(page)
  expect(words).toEqual(Array.from({ length: words.length }, (_, n) => `Response ${n + 1}`))
  expect(words.length).toBeGreaterThanOrEqual(400)
  // What was there stays the same elements, and those out of sight are not laid out.
  expect(await first?.evaluate((one) => one.isConnected)).toBe(true)
  const skipped = await page.evaluate(
    () =>
      [...document.querySelectorAll('[data-conversation] > ol > li')].filter(
        (item) => !item.querySelector('article')?.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  )
  expect(skipped).toBeGreaterThan(300)
  expect(complaints).toEqual([])
})

describe('likes', () => {
  test('a story is liked from either button or by the key l, and it is kept', async () => {
    const { path } = await aTalk(db())
    const { page, complaints } = await aTalker(db(), 'Carl Reed')
    await openTalk(page, path)
    const hearts = page.getByRole('button', { name: /^Like this story/ })
    await Promise.all([answered(page, 'PUT', /\/like$/), hearts.last().click()])
    expect(await hearts.evaluateAll((both) => both.map((one) => one.ariaPressed))).toEqual(['true', 'true'])
    await openTalk(page, path)
    await expect.poll(() => hearts.first().getAttribute('aria-label')).toBe('Like this story, 1')
    await Promise.all([answered(page, 'DELETE', /\/like$/), page.keyboard.press('l')])
    await expect.poll(() => hearts.first().getAttribute('aria-pressed')).toBe('false')
    expect(complaints).toEqual([])
  })

  test('what is refused is taken back, and said', async () => {
    const { path } = await aTalk(db())
    const { page } = await aTalker(db(), 'Carl Reed')
    await openTalk(page, path)
    await page.route('**/api/stories/*/like', (route) => route.abort())
    await page
      .getByRole('button', { name: /^Like this story/ })
      .first()
      .click()
    await page.getByRole('alert').getByText('Your like was not kept').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Like this story', pressed: false }).first().waitFor()
  })
})

test.each([390, 1280])('axe finds nothing at %i pixels, and nothing is wider than the window', async (width) => {
  const { path, id, author } = await aTalk(db())
  const long = await aPerson(db(), 'author', { name: `Wilhelmina ${'Featherstonehaugh'.repeat(4)}` })
  const thread = await aResponse(db(), {
    articleId: id,
    authorId: long.id,
    text: `${'Donaudampfschifffahrt'.repeat(20)}\nhttps://example.com/${'a'.repeat(200)}`,
  })
  await aResponse(db(), { articleId: id, authorId: author.id, text: 'שלום לכולם', parentId: thread })
  const options = { viewport: { width, height: 860 } }
  const { page } = await aTalker(db(), 'Carl Reed', 'editor', options)
  await openTalk(page, path)
  const expectFine = async (where: string, without: string[] = []) => {
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect(await violations(page, without), where).toEqual([])
    expect(await overflow(page), where).toBeLessThanOrEqual(0)
  }
  await expectFine('the conversation')
  await page.getByRole('button', { name: 'Reply to Ada Hedge' }).click()
  await page.getByRole('textbox').waitFor()
  await expectFine('a reply')
  await conversation(page)
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Hide from readers' }).waitFor()
  // A menu floats above the page, and so outside its landmarks.
  await expectFine('the menu', ['region'])
  await page.keyboard.press('Escape')
  const { page: visitors } = await aVisitor(options)
  await openTalk(visitors, path)
  expect(await violations(visitors)).toEqual([])
})

function inWindow(box: { y: number; height: number } | null) {
  return box !== null && box.y >= 0 && box.y < 860
}
