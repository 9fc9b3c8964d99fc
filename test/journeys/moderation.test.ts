import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { anEstablishedPerson, as } from '../conversation.ts'
import { aPerson } from '../people.ts'
import { decide } from '#server/moderation/decide.ts'
import { reportResponse } from '#server/conversation/report.ts'
import { expectAccessible } from './axe.ts'
import { expect, open, useBrowser, withoutExpected } from './browser.ts'
import {
  aConversation,
  aParticipant,
  aResponse,
  openConversation,
  plainWords,
  respond,
  wordsOf,
} from './conversations.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })
const db = () => siteDatabase().db

async function aReportedResponse(text: string) {
  const story = await aConversation(db())
  const writer = await anEstablishedPerson(db(), 'reader', { name: 'Wilma Quill' })
  const id = await aResponse(db(), { articleId: story.id, authorId: writer.id, text })
  for (const reason of ['spam', 'abuse'] as const) {
    await reportResponse(as(db(), await aPerson(db())), id, { reason, note: 'Please look.' })
  }
  return { story, writer, id }
}

async function stateOf(id: string) {
  return (await db().selectFrom('response').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
}

test('an editor finds a reported response, hides it by keyboard and takes it back', async () => {
  const { id } = await aReportedResponse('Buy my hedge trimmers now.')
  const { page, complaints } = await aParticipant(db(), 'Edda Editor', 'editor')
  await open(page, '/admin/responses?view=reported&sort=-reports')
  const card = page.locator(`[data-row="response:${id}"]`)
  await card.getByText('Harassment (1)').waitFor()
  await expectAccessible(page)

  for (let at = 0; at < 30; at++) {
    await page.keyboard.press('j')
    if (await card.evaluate((element) => element === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  const panel = page.locator(`[data-panel="response:${id}"]`)
  await panel.getByRole('heading', { name: 'History of the person' }).waitFor()
  await panel.getByText('Please look.').first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Please stay polite.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(id)).toBe('hidden')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => stateOf(id)).toBe('shown')
  expect(complaints).toEqual([])
})

test('an author appeals once against a hidden response, and another editor accepts it', async () => {
  const { id, story } = await aReportedResponse('A fair remark about hedges.')
  const writer = await aParticipant(db(), 'Willa Writer', 'reader')
  await db().updateTable('response').set({ authorId: writer.person.id }).where('id', '=', id).execute()
  await db().updateTable('moderationCase').set({ personId: writer.person.id }).where('responseId', '=', id).execute()
  const editor = await aPerson(db(), 'editor')
  await decide(as(db(), editor), `response:${id}`, { action: 'hide', reason: 'off-topic', note: '', days: null })

  await open(writer.page, story.path)
  await writer.page.getByText('Hidden by an editor.', { exact: false }).waitFor()
  await writer.page.getByRole('button', { name: 'Appeal…' }).click()
  const dialog = writer.page.getByRole('dialog')
  await dialog.getByText('Reason: off topic.').waitFor()
  await dialog.getByRole('textbox').fill('It is about hedges.')
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await writer.page.getByText('Appeal sent.', { exact: false }).waitFor()

  const { page, complaints } = await aParticipant(db(), 'Otto Other', 'editor')
  await open(page, `/admin/responses?view=appeals&case=response:${id}`)
  await page.getByRole('button', { name: 'Accept and show' }).click()
  await expect.poll(() => stateOf(id)).toBe('shown')
  expect([...complaints, ...writer.complaints]).toEqual([])
})

test('an editor edits the rules and tries them on a text and on past responses', async () => {
  const word = `zebra${Math.random().toString(36).slice(2, 8)}`
  const story = await aConversation(db())
  const person = await anEstablishedPerson(db())
  await aResponse(db(), { articleId: story.id, authorId: person.id, text: `A ${word} crosses.` })
  const { page, complaints } = await aParticipant(db(), 'Rula Rules', 'editor')
  await open(page, '/admin/responses?view=rules')
  await expectAccessible(page)
  await page.getByLabel('Blocked words').fill(word)
  await page.getByLabel('A text to test').fill(`Look, a ${word.replace('e', 'е')}!`)
  await page.getByRole('button', { name: 'Test this text' }).click()
  await page.getByText(`Held. Blocked word “${word}”.`).waitFor()
  await page.getByRole('button', { name: 'Check past responses' }).click()
  await page.getByText('1 would have been held', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('Rules saved.', { exact: false }).waitFor()
  await page.getByLabel('Blocked words').fill('')
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect
    .poll(
      async () =>
        (
          await db()
            .selectFrom('setting')
            .select('value')
            .where('key', '=', 'responses.blockedWords')
            .executeTakeFirst()
        )?.value,
    )
    .toEqual([])
  expect(complaints).toEqual([])
})

test('a reader reports a story, and an editor finds it among all responses and stories', async () => {
  const story = await aConversation(db())
  const reader = await aParticipant(db(), 'Rita Reader', 'reader')
  await open(reader.page, story.path)
  await reader.page.getByRole('button', { name: 'Report this story' }).click()
  await reader.page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click()
  await reader.page.getByText('An editor will review this story.', { exact: false }).waitFor()
  const { page } = await aParticipant(db(), 'Edgar Editor', 'editor')
  await open(page, '/admin/responses?kind=story')
  await page
    .locator(`[data-row="story:${story.id}"]`)
    .getByRole('button', { name: /^Dismiss reports/ })
    .click()
  await page.getByText('Approved').waitFor()
  await expect.poll(() => page.locator(`[data-row="story:${story.id}"]`).count()).toBe(0)
  expect(reader.complaints).toEqual([])
})

/** Chooses an action from the menu of the person's response, with a reason. */
async function sanction(page: Page, person: { handle: string; name: string }, action: string) {
  await open(page, `/admin/responses?view=all&author=${person.handle}`)
  await page.getByRole('button', { name: `More actions for response by ${person.name}` }).click()
  await page.getByRole('menuitem', { name: `${action}…` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.getByText('Choose a reason.').waitFor()
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).check()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a banned person is told why, and a shadow-held one goes on without readers', async () => {
  const story = await aConversation(db())
  const banned = await aParticipant(db(), 'Bella Banned')
  const held = await aParticipant(db(), 'Shay Shadow')
  for (const { person } of [banned, held]) {
    await aResponse(db(), { articleId: story.id, authorId: person.id, text: `Buy from ${person.name}.` })
  }
  const { page, complaints } = await aParticipant(db(), 'Edith Editor', 'editor')
  await sanction(page, banned.person, 'Ban')
  await page.getByText('Banned', { exact: true }).first().waitFor()
  await sanction(page, held.person, 'Shadow-hold')
  await expect.poll(() => plainWords(story.path)).toEqual(['Buy from Bella Banned.'])

  await openConversation(held.page, story.path)
  await respond(held.page, 'And once more.')
  await expect
    .poll(async () => (await wordsOf(held.page)).toSorted())
    .toEqual(['And once more.', 'Buy from Bella Banned.', 'Buy from Shay Shadow.'])
  expect(await plainWords(story.path)).toEqual(['Buy from Bella Banned.'])

  await openConversation(banned.page, story.path)
  await banned.page.getByRole('button', { name: 'Write a response' }).click()
  await banned.page.getByRole('textbox', { name: 'Your response' }).fill('But I only advertise.')
  await banned.page.getByRole('button', { name: 'Respond', exact: true }).click()
  await banned.page.getByText('An editor has paused your account.', { exact: false }).first().waitFor()
  expect(await banned.page.getByRole('textbox', { name: 'Your response' }).inputValue()).toBe('But I only advertise.')
  expect([...complaints, ...held.complaints, ...withoutExpected(banned.complaints)]).toEqual([])
})
