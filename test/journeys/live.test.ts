import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { anArticle } from '../articles.ts'
import { testLog } from '../database.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { conversation, openConversation, respond, wordsOf } from './conversations.ts'
import { bellOf, emitEvent, isMarked, notificationsOn, markPage } from './notifications.ts'

useBrowser()

let database: Database
let env: Record<string, string>
let here: RunningSite
let elsewhere: RunningSite
beforeAll(async () => {
  const url = await newDatabaseUrl()
  database = openDatabase(url, { log: testLog, connections: 2 })
  env = { DATABASE_URL: url, DEMO: 'no', WEB_PROCESSES: '1', PORT: String(await findFreePort()) }
  here = await startSite(env)
  elsewhere = await startSite({ ...env, PORT: String(await findFreePort()) })
}, 60_000)
afterAll(async () => {
  await Promise.all([here, elsewhere].map((site) => site.stop()))
  await database.close()
})

/** A writer with their notifications open, and a reader on the other server. */
async function aPair() {
  const { db } = database
  const writer = await aPerson(db, 'author', { name: 'Ada Hedge' })
  // An author, because the first response of a new reader is held.
  const reader = await aPerson(db, 'author', { name: 'Ben Reed' })
  const story = await anArticle(db, writer.id, { title: 'The long way home' })
  const ada = await aVisitor({ preloading: true, url: here.url, cookie: await signedIn(db, writer) })
  const ben = await aVisitor({ preloading: true, url: elsewhere.url, cookie: await signedIn(db, reader) })
  // Not the list, where notifications become read.
  await open(ada.page, '/about')
  await markPage(ada.page)
  await open(ben.page, '/about')
  return { writer, reader, story, ada, ben }
}

async function restart(meanwhile: () => Promise<void>) {
  await here.stop()
  await meanwhile()
  here = await startSite(env)
}

test('ten tabs share one connection, all show the unread count, and another tab takes over', async () => {
  const { db } = database
  const person = await aPerson(db, 'author')
  const { page: first } = await aVisitor({ preloading: true, url: here.url, cookie: await signedIn(db, person) })
  const streams: string[] = []
  first.context().on('request', (request) => {
    if (request.url().includes('/api/live')) streams.push(request.url())
  })
  await open(first, '/about')
  // A headless browser shows every tab.
  await first.context().addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  })
  const hidden = await Promise.all(
    Array.from({ length: 9 }, async () => {
      const tab = await first.context().newPage()
      await open(tab, '/about')
      return tab
    }),
  )
  const [actor, story] = [await aPerson(db, 'reader'), await anArticle(db, person.id)]
  const to = { actorId: actor.id, personId: person.id }
  const unreadIn = (tab: Page, count: number) =>
    bellOf(tab)
      .and(tab.getByLabel(`Notifications, ${count} unread`))
      .waitFor()
  await emitEvent(db, { kind: 'follow', cause: `follow:${actor.id}`, ...to })
  await Promise.all([first, ...hidden].map((tab) => unreadIn(tab, 1)))
  expect(streams).toHaveLength(1)
  await first.close()
  await expect.poll(() => streams).toHaveLength(2)
  await emitEvent(db, { kind: 'like', cause: `like:${story.id}:1`, articleId: story.id, ...to })
  await Promise.all(hidden.map((tab) => unreadIn(tab, 2)))
  expect(streams).toHaveLength(2)
}, 60_000)

test('follows and responses arrive live, and a server restart neither loses nor repeats any', async () => {
  const { writer, reader, story, ada, ben } = await aPair()
  await open(ben.page, `/user/${writer.handle}`)
  await ben.page.getByRole('button', { name: 'Follow Ada Hedge' }).click()
  const unread = (count: number) =>
    bellOf(ada.page)
      .and(ada.page.getByLabel(`Notifications, ${count} unread`))
      .waitFor()
  await unread(1)

  const reading = await ada.page.context().newPage()
  await openConversation(reading, `/story/${story.slug}`)
  await openConversation(ben.page, `/story/${story.slug}`)
  await respond(ben.page, 'I walked it once.')
  await reading.getByRole('button', { name: '1 new response' }).click()
  await conversation(reading).getByText('I walked it once.').waitFor()
  await unread(2)

  await restart(async () => {
    await respond(ben.page, 'I walked it twice.')
    const to = { actorId: reader.id, personId: writer.id, articleId: story.id }
    await emitEvent(database.db, { kind: 'like', cause: `like:${story.id}:1`, ...to })
  })
  await reading.getByRole('button', { name: '1 new response' }).click()
  await conversation(reading).getByText('I walked it twice.').waitFor()
  expect(await wordsOf(reading)).toHaveLength(2)
  await unread(3)
  await bellOf(ada.page).click()
  await notificationsOn(ada.page).getByText('I walked it twice.').waitFor()
  await notificationsOn(ada.page).getByText('Ben Reed liked The long way home').waitFor()
  await notificationsOn(ada.page).getByText('Ben Reed followed you').waitFor()
  await expect.poll(() => notificationsOn(ada.page).count()).toBe(3)
  expect(await isMarked(ada.page)).toBe(true)
  await ada.page.reload()
  await expect.poll(() => notificationsOn(ada.page).count()).toBe(3)
}, 60_000)
