import type { Page } from 'playwright-core'
import { aCtx } from '../people.ts'
import { type NotificationEvent, notify } from '#server/notifications/notify.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Writes an event to the outbox; the running site delivers it. */
export function emitEvent(db: Db, event: NotificationEvent) {
  return inTransaction(aCtx(db), (tx) => notify(tx, event))
}

export const notificationsOn = (page: Page) => page.locator('main article[data-notification]')
export const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })

/** Sets a flag that a reload would clear. */
export const markPage = (page: Page) => page.evaluate(() => void Reflect.set(window, 'marked', true))
export const isMarked = (page: Page) => page.evaluate(() => Reflect.get(window, 'marked') === true)

/** Performs an action and waits for the response of its write request. */
export async function answered(page: Page, act: () => Promise<void>) {
  const changed = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.url().includes('/api/notifications'),
  )
  await act()
  return (await changed).status()
}
