import type { Database } from '#server/platform/db.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { type TestApp, anApp } from './app.ts'
import { aBrowser } from './browser.ts'
import { aDatabase } from './database.ts'

export type TestSite = { app: TestApp; database: Database }

/** A site, and another one that uses it as its identity and storage service. */
export async function twoSites(): Promise<{ home: TestSite; guest: TestSite }> {
  const homePort = String(await findFreePort())
  const guestPort = String(await findFreePort())
  const homeUrl = `http://127.0.0.1:${homePort}`
  const [homeDatabase, guestDatabase] = await Promise.all([aDatabase(), aDatabase()])
  const homeApp = await anApp(homeDatabase, { PORT: homePort, SITE_URL: homeUrl })
  const guestApp = await anApp(guestDatabase, {
    PORT: guestPort,
    SITE_URL: `http://127.0.0.1:${guestPort}`,
    IDENTITY_URL: homeUrl,
    STORAGE_URL: homeUrl,
  })
  return { home: { app: homeApp, database: homeDatabase }, guest: { app: guestApp, database: guestDatabase } }
}

type Tokens = { idToken: string; refreshToken: string; localId: string }

/** A call to the identity API, as a page of `origin` makes it. Without an origin, as a program does. */
export async function callIdentity(app: TestApp, path: string, body: unknown, origin?: string) {
  const headers = { 'content-type': 'application/json', ...(origin && { origin }) }
  const response = await app.get(`${path}?key=any`, { method: 'POST', headers, body: JSON.stringify(body) })
  const reply = (await response.json()) as Tokens & { error?: { message: string } }
  return { ...reply, message: reply.error?.message ?? null }
}

/** A new account at `home`, with a browser that is signed in at `guest` through it. */
export async function aGuest({ home, guest }: { home: TestSite; guest: TestSite }, name = 'Ada Lovelace') {
  const email = `guest-${Math.random().toString(36).slice(2, 10)}@example.com`
  const given = { email, password: 'a good long password', displayName: name, returnSecureToken: true }
  const tokens = await callIdentity(home.app, '/v1/accounts:signUp', given, guest.app.url)
  const browser = aBrowser(guest.app)
  const signedIn = await browser.ask('POST /api/sign-in/service', { body: { refreshToken: tokens.refreshToken } })
  return { email, tokens, browser, signedIn, uid: tokens.localId }
}
