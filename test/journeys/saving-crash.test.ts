import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contract/articles/articles.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { aDocument } from '../articles.ts'
import { testLog } from '../database.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { anArticleIn, forceTransition } from '../workflow.ts'
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

/** Additional kills after those below; each restarts the site. */
const ROUNDS = process.env['CRASH_ROUNDS'] ? Number(process.env['CRASH_ROUNDS']) : 1
const saves = /\/api\/articles(\/\w+\/draft)?$/

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

// One site, killed and started again on the same port.
describe('a server that is killed', { timeout: 60_000 + ROUNDS * 30_000 }, () => {
  let databaseUrl: string
  let database: Database
  let port: string
  let site: RunningSite

  async function start() {
    site = await startSite({ DATABASE_URL: databaseUrl, PORT: port, WEB_PROCESSES: '1', DEMO: 'no' })
  }
  /** No request is finished and no connection is closed properly. */
  async function kill() {
    const gone = once(site.process, 'exit')
    site.process.kill('SIGKILL')
    await gone
  }

  beforeAll(async () => {
    databaseUrl = await newDatabaseUrl()
    database = openDatabase(databaseUrl, { log: testLog, connections: 1 })
    port = String(await findFreePort())
    await start()
  })
  afterAll(async () => {
    await database.close()
    await site.stop()
  })

  async function anAuthor() {
    const person = await aPerson(database.db, 'author')
    const { page } = await aVisitor({ url: site.url, cookie: await signedIn(database.db, person) })
    return { person, page }
  }

  /** The next save reaches the server, and its response is lost when the server is killed. */
  async function loseTheNextAnswer(page: Page) {
    const [killed, saved] = [deferred(), deferred()]
    await page.route(
      saves,
      async (route) => {
        await route.fetch()
        saved.resolve()
        await killed.promise
        await route.abort()
      },
      { times: 1 },
    )
    return { saved: saved.promise, lose: killed.resolve }
  }

  const onlyArticleOf = async (person: { id: string }) => {
    await expect.poll(() => articlesOf(person, databaseUrl), { timeout: 20_000 }).toHaveLength(1)
    const [id = ''] = await articlesOf(person, databaseUrl)
    return id
  }

  test('while two people write loses no text, causes no conflict and no duplicate story, and keeps its schedule', async () => {
    const writer = await anAuthor()
    const beginner = await anAuthor()
    const id = await aDraftOf(writer.person, { body: aDocument('Before.') }, databaseUrl)
    await write(writer.page, id)
    await write(beginner.page, null)
    let typed = 'Before.'
    const type = async (words: string) => {
      await typeInStory(writer.page, words)
      typed += words
    }

    // Killed as the saves are sent: they may arrive or not.
    const sent = [writer, beginner].map(({ page }) => page.waitForRequest(saves))
    await type(' As the save was sent.')
    await titleIn(beginner.page).fill('Begun in a storm')
    await Promise.all(sent)
    await kill()
    await type(' While it was down.')
    await untilSaving(writer.page, 'offline')
    expect(await statusOf(writer.page)).toBe('You’re offline. Changes are saved on this device.')
    await typeInStory(beginner.page, 'The text came later.')
    await untilSaving(beginner.page, 'offline')
    const due = await anArticleIn(database.db, 'draft', writer.person.id)
    await forceTransition(database.db, due.id, { transition: 'schedule', at: new Date(Date.now() + 100) })
    await start()
    await type(' And up again.')
    await serverHas(id, typed, databaseUrl)
    await untilSaving(writer.page, 'saved')
    expect(await shownText(writer.page)).toBe(typed)
    const begun = await onlyArticleOf(beginner.person)
    await serverHas(begun, 'The text came later.', databaseUrl)
    expect((await draftOf(begun, databaseUrl)).title).toBe('Begun in a storm')
    await expect.poll(() => beginner.page.url()).toContain(`/articles/edit?id=${begun}`)

    const publishedAt = async () => {
      const row = database.db.selectFrom('article').select('publishedAt').where('id', '=', due.id)
      return (await row.executeTakeFirstOrThrow()).publishedAt
    }
    await expect.poll(publishedAt, { timeout: 20_000 }).not.toBeNull()

    // Killed after the saves are stored and before the response: the retry is not a conflict.
    const other = await anAuthor()
    await write(other.page, null)
    const before = (await draftOf(id, databaseUrl)).version
    const held = await Promise.all([writer, other].map(({ page }) => loseTheNextAnswer(page)))
    await type(' Saved, and nobody knows.')
    await titleIn(other.page).fill('Begun and answered to nobody')
    await Promise.all(held.map(({ saved }) => saved))
    await kill()
    for (const { lose } of held) lose()
    await type(' And on.')
    await typeInStory(other.page, 'With a text.')
    for (const { page } of [writer, other]) await untilSaving(page, 'offline')
    await start()
    await serverHas(id, typed, databaseUrl)
    await untilSaving(writer.page, 'saved')
    expect(await shownText(writer.page)).toBe(typed)
    expect((await draftOf(id, databaseUrl)).version).toBe(before + 2)
    const second = await onlyArticleOf(other.person)
    await serverHas(second, 'With a text.', databaseUrl)
    expect((await draftOf(second, databaseUrl)).title).toBe('Begun and answered to nobody')
    expect(await articlesOf(beginner.person, databaseUrl)).toEqual([begun])
  })

  test(`still has all acknowledged text, ${ROUNDS} times over`, async () => {
    const { page, person } = await anAuthor()
    const id = await aDraftOf(person, { body: aDocument('Words:') }, databaseUrl)
    await write(page, id)
    let acknowledged = 'Words:'
    for (let round = 1; round <= ROUNDS; round++) {
      await typeInStory(page, ` word${round}`)
      acknowledged += ` word${round}`
      await untilSaving(page, 'saved')
      await kill()
      await start()
      const answer = await page.context().request.get(`${site.url}/api/articles/${id}`)
      const article = (await answer.json()) as Article
      expect(article.body).toEqual(aDocument(acknowledged))
    }
    expect(await shownText(page)).toBe(acknowledged)
  })
})
