import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db.ts'
import { testLog } from '../database.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { aPerson } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { anArticleIn, anyStep } from '../workflow.ts'
import { open, somebody, useBrowser, withoutExpected } from './browser.ts'
import { answers, dialogOf, movesOf, rowOf, useSiteDatabase } from './desk.ts'
import { withinASecond } from './within-a-second.ts'

useBrowser()
const db = useSiteDatabase()

const INDIA_MS = 5.5 * 60 * 60 * 1000
const second = (moment: Date) => new Date(Math.ceil(moment.getTime() / 1000) * 1000)
const later = (ms: number) => second(new Date(Date.now() + ms))

test('a story is scheduled by the clock on the wall, and every process shows it at its time', async () => {
  const { page, person, complaints } = await somebody('author', { timezoneId: 'Asia/Kolkata' })
  const { id, slug } = await anArticleIn(db(), 'draft', person.id, { title: 'At its time' })
  await db().updateTable('draft').set({ slug }).where('articleId', '=', id).execute()
  await open(page, `/articles/edit?id=${id}`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Later').check()
  await dialog.getByText(/By your clock \(Asia\/(Kolkata|Calcutta)\)/).waitFor()

  // Time enough to fill in the rest and look, also on a busy machine.
  const at = later(15_000)
  const onTheWall = new Date(at.getTime() + INDIA_MS)
  await dialog.getByLabel('Day and time').fill(onTheWall.toISOString().slice(0, 19))
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByRole('heading', { name: 'Scheduled' }).waitFor()
  expect(await dialog.locator('time').getAttribute('datetime')).toBe(at.toISOString())
  expect(await dialog.locator('time').innerText()).toContain(onTheWall.toISOString().slice(11, 16))
  expect(await rowOf(id)).toMatchObject({ state: 'scheduled', scheduledFor: at })
  expect(await answers(`/story/${slug}`)).toEqual(['404'])

  await expect.poll(async () => (await rowOf(id))?.state, { timeout: 30_000, interval: 50 }).toBe('published')
  await withinASecond(() => answers(`/story/${slug}`), ['200'])
  const published = (await rowOf(id))?.publishedAt?.getTime() ?? 0
  expect(published - at.getTime()).toBeGreaterThanOrEqual(0)
  expect(published - at.getTime()).toBeLessThan(1000)
  expect((await movesOf(id)).map(({ move, byId }) => [move, byId])).toEqual([
    ['schedule', person.id],
    ['publish', null],
  ])
  expect(withoutExpected(complaints)).toEqual([])
})

test('what waits to be approved is approved for a time', async () => {
  const { person } = await somebody('reader')
  const editor = await somebody('editor', { timezoneId: 'America/New_York' })
  const { id } = await anArticleIn(db(), 'in-review', person.id)
  await open(editor.page, `/admin/articles/preview/${id}`)
  await editor.page.getByRole('button', { name: 'Approve for a time…' }).click()
  await dialogOf(editor.page).getByText('By your clock (America/New York).').waitFor()
  await dialogOf(editor.page).getByLabel('Day and time').fill('2090-07-01T09:30')
  await dialogOf(editor.page).getByRole('button', { name: 'Schedule' }).click()
  await editor.page.getByRole('region', { name: 'State' }).getByText('Scheduled').waitFor()
  expect(await rowOf(id)).toMatchObject({ state: 'scheduled', scheduledFor: new Date('2090-07-01T13:30:00Z') })
  expect((await movesOf(id)).at(-1)).toMatchObject({ move: 'approve', byId: editor.person.id })
  expect(withoutExpected(editor.complaints)).toEqual([])
})

let site: RunningSite | null = null
afterAll(() => site?.stop())

test('a site that is killed keeps its times: those ahead, and those that passed meanwhile', async () => {
  const url = await newDatabaseUrl()
  const database = openDatabase(url, { log: testLog, connections: 1 })
  const author = await aPerson(database.db, 'author')
  site = await startSite({ DATABASE_URL: url, WEB_PROCESSES: '1', DEMO: 'no' })
  const schedule = async (at: Date) => {
    const { id } = await anArticleIn(database.db, 'draft', author.id)
    await anyStep(database.db, id, { move: 'schedule', at })
    return { id, at }
  }
  const [missed, ahead] = [await schedule(later(500)), await schedule(later(12_000))]
  site.process.kill('SIGKILL')
  await once(site.process, 'exit')
  site = await startSite({ DATABASE_URL: url, WEB_PROCESSES: '1', DEMO: 'no' })

  const stateOf = (id: string) =>
    database.db.selectFrom('article').select(['state', 'publishedAt']).where('id', '=', id).executeTakeFirstOrThrow()
  for (const { id, at } of [missed, ahead]) {
    await expect.poll(async () => (await stateOf(id)).state, { timeout: 30_000 }).toBe('published')
    expect((await stateOf(id)).publishedAt?.getTime()).toBeGreaterThanOrEqual(at.getTime())
    const steps = database.db.selectFrom('articleMove').select('move').where('articleId', '=', id).orderBy('at')
    expect((await steps.execute()).map(({ move }) => move)).toEqual(['schedule', 'publish'])
  }
  const late = ((await stateOf(ahead.id)).publishedAt?.getTime() ?? 0) - ahead.at.getTime()
  expect(late).toBeLessThan(1000)
  await database.close()
})
