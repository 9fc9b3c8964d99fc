import type { Page } from 'playwright-core'
import { aCtx } from '../people.ts'
import { type Happening, tell } from '#server/notifications/tell.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Lets something happen, as if somebody had done it; the running site tells it. */
export function happen(db: Db, happening: Happening) {
  return inTransaction(aCtx(db), (tx) => tell(tx, happening))
}

export const linesOf = (page: Page) => page.locator('main article[data-line]')
export const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })

/** Leaves a mark that a reload would take away. */
export const markPage = (page: Page) => page.evaluate(() => void Reflect.set(window, 'marked', true))
export const isMarked = (page: Page) => page.evaluate(() => Reflect.get(window, 'marked') === true)

/** Does something and waits until the server has answered the change that it makes. */
export async function answered(page: Page, act: () => Promise<void>) {
  const changed = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.url().includes('/api/notifications'),
  )
  await act()
  return (await changed).status()
}
