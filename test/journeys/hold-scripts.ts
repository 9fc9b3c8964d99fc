import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

/** Holds back the script chunks of that name, as a slow network does, until they are released. */
export async function holdScripts(page: Page, name: string) {
  const held: Route[] = []
  let released = false
  await page.route(new RegExp(`/${name}-[^/]+\\.js$`), (route) => {
    if (released) return route.continue()
    held.push(route)
  })
  return {
    async release() {
      await expect.poll(() => held.length, { message: `requests for scripts called ${name}` }).toBeGreaterThan(0)
      released = true
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}
