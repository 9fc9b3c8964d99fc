import { expect, test } from 'vitest'
import { anArticle } from '../articles.ts'
import { aPerson, signedIn } from '../people.ts'
import { expectAccessible } from './axe.ts'
import { aVisitor, open, signedInVisitor, useBrowser } from './browser.ts'
import { answered, bellOf, emitEvent, isMarked, notificationsOn, markPage } from './notifications.ts'
import { plainPage } from './plain.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

/** A writer with followers and likes. */
async function aWriter() {
  const writer = await signedInVisitor('author', { pictures: true })
  const [ben, cleo] = [
    await aPerson(db(), 'reader', { name: 'Ben Reed' }),
    await aPerson(db(), 'reader', { name: 'Cleo Marsh' }),
  ]
  const story = await anArticle(db(), writer.person.id, { title: 'The eel in the well' })
  const personId = writer.person.id
  const like = (actorId: string) =>
    emitEvent(db(), { kind: 'like', cause: `like:${story.id}:${actorId}`, actorId, personId, articleId: story.id })
  const follow = (actorId: string) =>
    emitEvent(db(), { kind: 'follow', cause: `follow:${actorId}:${personId}`, actorId, personId })
  const waitForChanges = async (changes: number) => {
    const state = () => db().selectFrom('notificationState').select('lastSeq').where('personId', '=', personId)
    await expect.poll(async () => (await state().executeTakeFirst())?.lastSeq, { timeout: 10_000 }).toBe(changes)
  }
  return { ...writer, ben, cleo, story, like, follow, waitForChanges }
}

test('notifications are grouped, become read when seen, and are filtered and removed, and the bell counts them', async () => {
  const { page, complaints, ben, cleo, like, follow, waitForChanges } = await aWriter()
  await like(ben.id)
  await waitForChanges(1)
  await like(cleo.id)
  await follow(ben.id)
  await waitForChanges(3)
  await open(page, '/latest')
  await bellOf(page).and(page.getByLabel('Notifications, 2 unread')).waitFor()
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
  await page.setViewportSize({ width: 320, height: 700 })
  await shortcuts.getByText(', 2 unread').waitFor({ state: 'attached' })
  await answered(page, () => shortcuts.getByRole('link', { name: /^Notifications/ }).click())
  await page.getByText('You’re all caught up.').waitFor()
  await expect.poll(() => notificationsOn(page).getByText('New:').count()).toBe(2)
  await notificationsOn(page).getByText('Cleo Marsh and Ben Reed liked The eel in the well').waitFor()
  await notificationsOn(page).getByText('Ben Reed followed you').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 860 })
  await bellOf(page)
    .and(page.getByLabel('Notifications', { exact: true }))
    .waitFor()

  await page.getByRole('link', { name: 'Likes', exact: true }).click()
  await page.waitForURL('**/user/notifications?filter=likes')
  await expect.poll(() => notificationsOn(page).count()).toBe(1)
  await answered(page, () => page.getByRole('button', { name: 'Mark as unread' }).click())
  await bellOf(page).and(page.getByLabel('Notifications, 1 unread')).waitFor()
  await answered(page, () => page.getByRole('button', { name: 'Mark all as read' }).click())
  await page.getByText('You’re all caught up.').waitFor()

  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.waitForURL('**/user/notifications')
  await expect.poll(() => notificationsOn(page).count()).toBe(2)
  const follower = notificationsOn(page).filter({ hasText: 'followed you' })
  await answered(page, () => follower.getByRole('button', { name: 'Remove' }).click())
  await expect.poll(() => notificationsOn(page).count()).toBe(1)
  await page.reload()
  await expect.poll(() => notificationsOn(page).count()).toBe(1)
  expect(await notificationsOn(page).getByText('New:').count()).toBe(0)
  await notificationsOn(page).getByRole('link').click()
  await page.waitForURL('**/story/**')
  expect(complaints).toEqual([])
})

test('new notifications arrive in open windows, and seeing them in one window counts in the other', async () => {
  const { page, person, complaints, ben, cleo, like, follow, waitForChanges } = await aWriter()
  const other = await aVisitor({ cookie: await signedIn(db(), person) })
  await open(other.page, '/latest')
  await open(page, '/user/notifications')
  await page.getByText('No notifications yet').waitFor()
  await markPage(page)
  await answered(page, async () => {
    await follow(ben.id)
    await notificationsOn(page).getByText('Ben Reed followed you').waitFor()
  })
  await page.getByRole('link', { name: 'Latest', exact: true }).first().click()
  await page.waitForURL('**/latest')
  await like(ben.id)
  await waitForChanges(2)
  await like(cleo.id)
  await waitForChanges(3)
  await follow(cleo.id)
  for (const window of [page, other.page]) {
    await bellOf(window).and(window.getByLabel('Notifications, 2 unread')).waitFor()
  }
  // A list opened next includes it, whenever its data was fetched.
  await bellOf(page).click()
  await notificationsOn(page).first().getByText('Cleo Marsh followed you').waitFor()
  await notificationsOn(page).getByText('Cleo Marsh and Ben Reed liked').waitFor()
  await expect.poll(() => notificationsOn(page).count()).toBe(3)
  await bellOf(other.page)
    .and(other.page.getByLabel('Notifications', { exact: true }))
    .waitFor()
  expect(await isMarked(page)).toBe(true)
  expect(complaints).toEqual([])
})

test('without scripts the pages of a long list are links', async () => {
  const person = await aPerson(db())
  const now = Date.now()
  const rows = Array.from({ length: 25 }, (_, n) => ({
    id: person.id.slice(0, 17) + String(n).padStart(3, '0'),
    personId: person.id,
    seq: n + 1,
    kind: 'follow' as const,
    about: `follow ${n}`,
    createdAt: new Date(now),
    updatedAt: new Date(now - n * 60_000),
    readAt: new Date(now),
  }))
  await db().insertInto('notificationState').values({ personId: person.id, lastSeq: 25 }).execute()
  await db().insertInto('notification').values(rows).execute()
  const lines = 'main article[data-notification]'
  const first = await plainPage('/user/notifications', { cookie: await signedIn(db(), person) })
  expect(first.texts(lines)).toHaveLength(20)
  const second = await first.follow(/^Older/)
  expect(second.path).toContain('before=')
  expect(second.texts(lines)).toHaveLength(5)
})
