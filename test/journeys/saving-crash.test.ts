import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contract/articles.ts'
import { openDatabase } from '#server/platform/db.ts'
import { freePort } from '#server/platform/postgres/server.ts'
import { aDocument } from '../articles.ts'
import { testLog } from '../database.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { aVisitor, useBrowser } from './browser.ts'
import {
  aDraftOf,
  articlesOf,
  draftOf,
  serverHas,
  shownText,
  statusOf,
  titleIn,
  typeInStory,
  untilSaving,
  write,
} from './writing-page.ts'

useBrowser()

const ROUNDS = process.env['CRASH_ROUNDS'] ? Number(process.env['CRASH_ROUNDS']) : 3
const saves = /\/api\/articles(\/\w+\/draft)?$/

describe('a server that is killed while somebody writes', { timeout: 120_000 }, () => {
  let databaseUrl: string
  let port: string
  let site: RunningSite

  async function start() {
    site = await startSite({ DATABASE_URL: databaseUrl, PORT: port, WEB_PROCESSES: '1', DEMO: 'no' })
  }
  /** Nothing is finished and nobody is told. */
  async function kill() {
    const gone = once(site.process, 'exit')
    site.process.kill('SIGKILL')
    await gone
  }

  beforeAll(async () => {
    databaseUrl = await newDatabaseUrl()
    port = String(await freePort())
    await start()
  })
  afterAll(() => site.stop())

  async function anAuthor() {
    const database = openDatabase(databaseUrl, { log: testLog, connections: 1 })
    const person = await aPerson(database.db, 'author')
    const cookie = await signedIn(database.db, person)
    await database.close()
    const { page } = await aVisitor({ url: site.url, cookie })
    return { person, page }
  }

  /** The save reaches the server; its answer never reaches the page. */
  async function loseTheNextAnswer(page: Page) {
    let sent = () => {}
    const answered = new Promise<void>((done) => (sent = done))
    await page.route(
      saves,
      async (route) => {
        await route.fetch().catch(() => null)
        sent()
        await kill()
        await route.abort().catch(() => {})
      },
      { times: 1 },
    )
    return { answered }
  }

  test('in the middle of a save gets all that was typed before, meanwhile and after, without a conflict', async () => {
    const { page, person } = await anAuthor()
    const id = await aDraftOf(person, { body: aDocument('Before.') }, databaseUrl)
    await write(page, id)
    let typed = 'Before.'
    const type = async (words: string) => {
      await typeInStory(page, words)
      typed += words
    }
    const sent = page.waitForRequest(saves)
    await type(' As the save was sent.')
    await sent
    await kill()
    await type(' While it was down.')
    await untilSaving(page, 'offline')
    expect(await statusOf(page)).toBe('Offline: kept in this browser')
    await type(' And still down.')
    await start()
    await type(' And up again.')
    await serverHas(id, typed, databaseUrl)
    await untilSaving(page, 'saved')
    expect(await shownText(page)).toBe(typed)
    expect(await articlesOf(person, databaseUrl)).toEqual([id])
  })

  test('after it has saved and before it has answered is not taken for somebody else', async () => {
    const { page, person } = await anAuthor()
    const id = await aDraftOf(person, { body: aDocument('Before.') }, databaseUrl)
    await write(page, id)
    const { answered } = await loseTheNextAnswer(page)
    await typeInStory(page, ' Saved, and nobody knows.')
    await answered
    await typeInStory(page, ' And on.')
    await untilSaving(page, 'offline')
    await start()
    await serverHas(id, 'Before. Saved, and nobody knows. And on.', databaseUrl)
    await untilSaving(page, 'saved')
    expect(await shownText(page)).toBe('Before. Saved, and nobody knows. And on.')
    expect((await draftOf(id, databaseUrl)).version).toBe(3)
  })

  test('as the first words of a new story arrive has one story in the end', async () => {
    const { page, person } = await anAuthor()
    await write(page, null)
    await loseTheNextAnswer(page)
    await titleIn(page).fill('Begun in a storm')
    await untilSaving(page, 'offline')
    await typeInStory(page, 'The text came later.')
    await start()
    await expect.poll(() => articlesOf(person, databaseUrl), { timeout: 20_000 }).toHaveLength(1)
    const [id = ''] = await articlesOf(person, databaseUrl)
    await serverHas(id, 'The text came later.', databaseUrl)
    await untilSaving(page, 'saved')
    expect((await draftOf(id, databaseUrl)).title).toBe('Begun in a storm')
    expect(page.url()).toContain(`/articles/edit?id=${id}`)
    expect(await articlesOf(person, databaseUrl)).toEqual([id])
  })

  test('right after the first words of a new story were sent has one story in the end', async () => {
    const { page, person } = await anAuthor()
    await write(page, null)
    const sent = page.waitForRequest(saves)
    await titleIn(page).fill('Sent into the dark')
    await sent
    await kill()
    await typeInStory(page, 'And on.')
    await untilSaving(page, 'offline')
    await start()
    await expect.poll(() => articlesOf(person, databaseUrl), { timeout: 20_000 }).toHaveLength(1)
    const [id = ''] = await articlesOf(person, databaseUrl)
    await serverHas(id, 'And on.', databaseUrl)
    await untilSaving(page, 'saved')
    expect((await draftOf(id, databaseUrl)).title).toBe('Sent into the dark')
  })

  test(`has every word it said was saved, ${ROUNDS} times over`, { timeout: 60_000 + ROUNDS * 30_000 }, async () => {
    const { page, person } = await anAuthor()
    const id = await aDraftOf(person, { body: aDocument('Words:') }, databaseUrl)
    await write(page, id)
    let acknowledged = 'Words:'
    for (let round = 1; round <= ROUNDS; round++) {
      await typeInStory(page, ` word${round}`)
      await untilSaving(page, 'saved')
      acknowledged += ` word${round}`
      await kill()
      await start()
      const answer = await page.context().request.get(`${site.url}/api/articles/${id}`)
      const article = (await answer.json()) as Article
      expect(article.body).toEqual(aDocument(acknowledged))
    }
    expect(await shownText(page)).toBe(acknowledged)
  })
})
