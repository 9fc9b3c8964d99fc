import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD, aPerson, signedIn } from '../people.ts'
import { expectAccessible } from './axe.ts'
import { aVisitor, waitForHydration, useBrowser, withoutExpected } from './browser.ts'
import { plainPage } from './plain.ts'
import {
  aResponse,
  aConversation,
  aParticipant,
  choose,
  conversation,
  manyReplies,
  manyResponses,
  openConversation,
  plainWords,
  respond,
  wordsIn,
  wordsOf,
} from './conversations.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

const answered = (page: Page, method: string, end: RegExp) =>
  page.waitForResponse((answer) => answer.request().method() === method && end.test(answer.url()))
const count = (page: Page) => conversation(page).getByRole('heading', { level: 2 }).innerText()

test('a reader responds, replies with a mention, edits, deletes, reports and likes', async () => {
  const { path, author, id } = await aConversation(db())
  const berta = await aPerson(db(), 'author', { name: 'Berta Moss' })
  const first = await aResponse(db(), { articleId: id, authorId: berta.id, text: 'I was there first.' })
  const { page, person, complaints } = await aParticipant(db(), 'Carl Reed', 'author', { pictures: true })
  await openConversation(page, path)
  expect(await count(page)).toBe('1 response')
  await respond(page, 'A <b>bold</b> thought <img src=x onerror="alert(1)">')
  expect(await wordsOf(page)).toEqual(['A <b>bold</b> thought <img src=x onerror="alert(1)">', 'I was there first.'])
  expect(await conversation(page).locator('article b, article img[src="x"]').count()).toBe(0)
  expect(await count(page)).toBe('2 responses')

  await page.getByRole('button', { name: 'Reply to Berta Moss' }).click()
  const reply = page.getByRole('textbox', { name: 'Your reply to Berta Moss' })
  await reply.pressSequentially(`Ask @${author.handle.slice(0, 9)}`)
  await page.getByRole('listbox', { name: 'People to mention' }).getByText(author.handle).waitFor()
  await expectAccessible(page, 'a mention')
  await page.getByRole('option', { name: author.handle }).click()
  await reply.pressSequentially('about it.')
  await Promise.all([answered(page, 'POST', /\/responses$/), page.keyboard.press('Control+Enter')])
  const mention = conversation(page).getByRole('link', { name: `@${author.handle}` })
  expect(await mention.getAttribute('href')).toBe(`/user/${author.handle}`)

  await choose(page, 'A <b>bold</b> thought', 'Edit')
  const edit = page.getByRole('textbox', { name: 'Edit your response' })
  await page.getByText(/You can edit this until \d/).waitFor()
  await edit.fill('A calmer thought')
  await Promise.all([
    answered(page, 'PATCH', /\/responses\/\w+$/),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  await conversation(page).getByText('A calmer thought').waitFor()
  await conversation(page).getByText('Edited · ').waitFor()

  await choose(page, 'I was there first', 'Report…')
  const dialog = page.getByRole('dialog', { name: 'Report the response by Berta Moss' })
  await dialog.getByRole('radio', { name: 'Harassment or abuse' }).check()
  await dialog.getByRole('textbox').fill('Twice today')
  await expectAccessible(page, 'a report')
  await Promise.all([answered(page, 'POST', /\/report$/), dialog.getByRole('button', { name: 'Report' }).click()])
  await dialog.waitFor({ state: 'detached' })
  const reports = db().selectFrom('responseReport').select(['reason', 'note']).where('responseId', '=', first)
  expect(await reports.where('byId', '=', person.id).execute()).toEqual([{ reason: 'abuse', note: 'Twice today' }])

  // A deleted response with a reply leaves a tombstone.
  const calmer = db()
    .selectFrom('response')
    .select('id')
    .where('authorId', '=', person.id)
    .where('parentId', 'is', null)
  const { id: parentId } = await calmer.executeTakeFirstOrThrow()
  await aResponse(db(), { articleId: id, authorId: berta.id, parentId, text: 'I agree.' })
  await choose(page, 'A calmer thought', 'Delete…')
  await page.getByRole('dialog', { name: 'Delete this response?' }).waitFor()
  await Promise.all([
    answered(page, 'DELETE', /\/responses\/\w+$/),
    page.getByRole('button', { name: 'Delete', exact: true }).click(),
  ])
  await conversation(page).getByText('This response was deleted.').waitFor()
  const hearts = page.getByRole('button', { name: /^Like this story/ })
  await Promise.all([answered(page, 'PUT', /\/like$/), hearts.last().click()])
  expect(await hearts.evaluateAll((both) => both.map((one) => one.ariaPressed))).toEqual(['true', 'true'])

  await openConversation(page, path)
  const left = await wordsOf(page)
  expect(left).toContain('This response was deleted.')
  expect(left).toContain('I agree.')
  expect(left.join()).not.toContain('calmer')
  await expect.poll(() => hearts.first().getAttribute('aria-label')).toBe('Like this story, 1')
  await Promise.all([answered(page, 'DELETE', /\/like$/), page.keyboard.press('l')])
  await expect.poll(() => hearts.first().getAttribute('aria-pressed')).toBe('false')
  expect(withoutExpected(complaints)).toEqual([])
})

test('the author of a story pins and hides responses, and approves the first one of a newcomer', async () => {
  const { path, author, id } = await aConversation(db())
  const reader = await aPerson(db(), 'author', { name: 'Berta Moss' })
  for (const text of ['One', 'Two', 'Three'])
    await aResponse(db(), { articleId: id, authorId: reader.id, text, at: new Date() })
  const newest = `${path}?sort=newest`
  const { page: newcomers } = await aParticipant(db(), 'Nora New', 'reader')
  await openConversation(newcomers, newest)
  await respond(newcomers, 'Hello everybody')
  await conversation(newcomers)
    .getByText(
      'Waiting for review: new members’ responses are reviewed until the first is approved. Only you and the moderators can see it.',
    )
    .waitFor()
  expect(await plainWords(newest)).toEqual(['Three', 'Two', 'One'])

  const { page } = await aVisitor({ preloading: true, cookie: await signedIn(db(), author) })
  await openConversation(page, newest)
  expect(await wordsOf(page)).toEqual(['Hello everybody', 'Three', 'Two', 'One'])
  await Promise.all([answered(page, 'PUT', /\/pin$/), choose(page, 'One', 'Pin to top')])
  expect(await wordsOf(page)).toEqual(['One', 'Hello everybody', 'Three', 'Two'])
  await Promise.all([answered(page, 'PUT', /\/hidden$/), choose(page, 'Two', 'Hide from readers')])
  await conversation(page).getByText('Hidden. Readers can’t see it.').waitFor()
  await expect.poll(() => plainWords(newest)).toEqual(['One', 'Three'])
  expect((await plainPage(newest)).main).toContain('Pinned')

  await Promise.all([
    answered(page, 'DELETE', /\/hidden$/),
    conversation(page).getByRole('button', { name: 'Show', exact: true }).click(),
  ])
  await Promise.all([answered(page, 'DELETE', /\/hidden$/), page.getByRole('button', { name: 'Approve' }).click()])
  await page.getByText('Waiting for review').waitFor({ state: 'detached' })
  await expect.poll(() => plainWords(newest)).toEqual(['One', 'Hello everybody', 'Three', 'Two'])
})

test('a visitor who signs in to respond returns to their draft', async () => {
  const { path } = await aConversation(db())
  const person = await aPerson(db(), 'author', { name: 'Carl Reed' })
  const { page, complaints } = await aVisitor({ preloading: true })
  await openConversation(page, path)
  await page.getByRole('button', { name: 'Write the first response' }).click()
  await page.getByRole('textbox', { name: 'Your response' }).fill('Worth an account')
  await page.getByRole('link', { name: 'Sign in to respond' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**${path}#responses`)
  await waitForHydration(page)
  const field = page.getByRole('textbox', { name: 'Your response' })
  await expect.poll(() => field.inputValue()).toBe('Worth an account')
  await Promise.all([
    answered(page, 'POST', /\/responses$/),
    page.getByRole('button', { name: 'Respond', exact: true }).click(),
  ])
  await expect.poll(() => wordsOf(page)).toEqual(['Worth an account'])
  await openConversation(page, path)
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(withoutExpected(complaints)).toEqual([])
})

test('a link opens a reply deep in a long thread, highlighted, with the others around it', async () => {
  const { path, id, author } = await aConversation(db())
  await manyResponses(db(), id, author.id, 25)
  const old = new Date(Date.now() - 9e8)
  const thread = await aResponse(db(), { articleId: id, authorId: author.id, text: 'A long thread', at: old })
  const replies = await manyReplies(db(), id, author.id, thread, 30)
  const target = replies[19] ?? ''
  const { page, complaints } = await aVisitor({ preloading: true, permissions: ['clipboard-read', 'clipboard-write'] })
  await openConversation(page, `${path}?at=${target}#response-${target}`)
  const reply = page.locator(`#response-${target}`)
  await expect
    .poll(async () => {
      const box = await reply.boundingBox()
      return box !== null && box.y >= 0 && box.y < 860
    })
    .toBe(true)
  expect(await reply.innerText()).toContain('Reply 20')
  expect(await reply.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  const more = page.getByRole('button', { name: 'Show 26 more replies' })
  await Promise.all([answered(page, 'GET', /\/replies/), more.click()])
  await conversation(page).getByText('Reply 30', { exact: true }).waitFor()
  const shown = (await wordsOf(page)).filter((words) => words.startsWith('Reply '))
  expect(shown).toEqual(Array.from({ length: 30 }, (_, n) => `Reply ${n + 1}`))
  await choose(page, 'Reply 20', 'Copy link')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`${path}\\?at=${target}#response-${target}$`))
  expect(complaints).toEqual([])
})

test('without scripts a conversation can be paged, sorted, and opened at one response', async () => {
  const { path, id, author } = await aConversation(db())
  await manyResponses(db(), id, author.id, 25)
  const first = await plainPage(`${path}?sort=newest`)
  const second = await first.follow('More responses')
  const words = [first, second].flatMap(({ document }) => wordsIn(document))
  expect(words).toEqual(Array.from({ length: 25 }, (_, n) => `Response ${n + 1}`))
  expect(second.texts('a')).not.toContain('More responses')
  expect(wordsIn((await second.follow('Show all responses')).document)[0]).toBe('Response 1')
  const oldest = await first.follow('Oldest')
  expect(wordsIn(oldest.document)[0]).toBe('Response 25')
  const deep = oldest.document.querySelector('article[id^="response-"]:last-of-type')?.id ?? ''
  const linked = await plainPage(`${path}?at=${deep.replace('response-', '')}`)
  expect(linked.document.getElementById(deep)?.textContent).toContain('Response ')
  linked.hrefOf('Sign in to respond')
})

test('a long conversation appends pages, and does not lay out what is out of sight', async () => {
  const { path, id, author } = await aConversation(db())
  await manyResponses(db(), id, author.id, 60)
  const { page, complaints } = await aVisitor({ preloading: true })
  await openConversation(page, `${path}?sort=newest`)
  expect(await count(page)).toBe('60 responses')
  const items = conversation(page).locator('article')
  const first = await items.first().elementHandle()
  for (let found = await items.count(); found < 60; found = await items.count()) {
    await page.evaluate(() => document.querySelector('[data-conversation] a[rel=next]')?.scrollIntoView())
    await page.waitForFunction(
      (before) => document.querySelectorAll('[data-conversation] article').length > before,
      found,
    )
  }
  expect(await wordsOf(page)).toEqual(Array.from({ length: 60 }, (_, n) => `Response ${n + 1}`))
  expect(await first?.evaluate((one) => one.isConnected)).toBe(true)
  const skipped = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('[data-conversation] > ol > li')].filter(
          (item) => !item.querySelector('article')?.checkVisibility({ contentVisibilityAuto: true }),
        ).length,
    )
  await expect.poll(skipped).toBeGreaterThan(20)
  expect(complaints).toEqual([])
})

test('a conversation with long words, replies and menus is accessible and fits the window', async () => {
  const { path, id, author } = await aConversation(db())
  const long = await aPerson(db(), 'author', { name: `Wilhelmina ${'Featherstonehaugh'.repeat(4)}` })
  const parentId = await aResponse(db(), {
    articleId: id,
    authorId: long.id,
    text: `${'Donaudampfschifffahrt'.repeat(20)}\nhttps://example.com/${'a'.repeat(200)}`,
  })
  await aResponse(db(), { articleId: id, authorId: author.id, text: 'שלום לכולם', parentId })
  const { page } = await aParticipant(db(), 'Carl Reed', 'editor', {
    viewport: { width: 390, height: 860 },
    pictures: true,
  })
  await openConversation(page, path)
  await page.getByRole('button', { name: 'Reply to Ada Hedge' }).click()
  await page.getByRole('textbox').waitFor()
  await expectAccessible(page, 'a reply')
  await conversation(page)
    .getByRole('button', { name: /^More options for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Hide from readers' }).waitFor()
  // A menu floats above the page, and so outside its landmarks.
  await expectAccessible(page, 'the menu', { without: ['region'] })
})
