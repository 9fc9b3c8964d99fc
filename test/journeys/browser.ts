import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import type { Role } from '#contract/endpoint.ts'
import { ignoreCode } from '#server/platform/errors.ts'
import { aPerson, signedIn } from '../people.ts'
import { siteDatabase } from './site-database.ts'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The headless shell rounds the widths of characters, unlike browsers with a window.
  '--font-render-hinting=none',
]

const MAX_DESCRIPTION = 2000
const CLOSE_MS = 15_000
const SHARED_MEMORY_BYTES = 2 ** 30
const NO_PICTURES = '--blink-settings=imagesEnabled=false'

/** One browser with pictures and one without. */
const browsers = new Map<boolean, Promise<Browser>>()
const contexts: BrowserContext[] = []
const withoutPictures = new WeakSet<BrowserContext>()
let picturesInFile = false

/**
 * Launches a browser, which the files of a worker share and which exits with the worker. Each visitor has its own context,
 * closed after the test.
 *
 * Pictures take a fifth of the load time of a page, so they are off unless a file or one of its visitors turns them on.
 */
export function useBrowser({ pictures = false } = {}) {
  beforeAll(async () => {
    picturesInFile = pictures
    await browserWith(pictures)
  })
  afterEach(async ({ task: { result } }) => {
    const error = result?.state === 'fail' && result.errors?.at(-1)
    if (error)
      error.message += (await Promise.all(contexts.flatMap((context) => context.pages()).map(describePage))).join('')
    await closeContexts()
  })
}

/** Chromium may fail to close a context, so after a while the browser is closed. The next test launches another one. */
async function closeContexts() {
  const left = contexts.splice(0)
  const closing = Promise.all(left.map((context) => context.close())).then(() => true)
  if (await Promise.race([closing, sleep(CLOSE_MS, false, { ref: false })])) return
  process.stdout.write(`Chromium did not close ${left.length} contexts in ${CLOSE_MS} ms and is launched again\n`)
  for (const context of left) await context.browser()?.close()
}

/** What a page shows when its test has failed. */
async function describePage(page: Page) {
  const main = page.locator('main').last()
  const shown = await main.ariaSnapshot({ timeout: 2000 }).catch(({ message }: Error) => message)
  return `\n${page.url()} shows\n${shown.slice(0, MAX_DESCRIPTION)}`
}

function browserWith(pictures: boolean): Promise<Browser> {
  const browser = browsers.get(pictures) ?? launch(pictures)
  browsers.set(pictures, browser)
  return browser
}

async function launch(pictures: boolean) {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    executablePath,
    args: pictures ? flags : [...flags, NO_PICTURES],
    ignoreDefaultArgs: (await hasSharedMemory()) ? ['--disable-dev-shm-usage'] : [],
  })
  browser.once('disconnected', () => browsers.delete(pictures))
  return browser
}

/** By default Playwright avoids shared memory, which is slower, because many containers have too little of it. */
async function hasSharedMemory() {
  const space = await statfs('/dev/shm').catch(ignoreCode('ENOENT'))
  return space !== undefined && space.bavail * space.bsize > SHARED_MEMORY_BYTES
}

/** Layout, contrast and shifts are only checked as visitors see them. */
export function requirePictures(page: Page) {
  if (withoutPictures.has(page.context())) throw new Error('This check needs a visitor with `pictures: true`.')
}

export type Visitor = { page: Page; complaints: string[] }

type Options = BrowserContextOptions & {
  url?: string
  cookie?: string
  /**
   * Whether linked pages and the rest of a list are loaded before they are asked for. That takes a third of the time of
   * a page, so a visitor saves data unless a test needs it.
   */
  preloading?: boolean
  /** The default is the one that the file passes to `useBrowser`. */
  pictures?: boolean
}

/** A new visitor with an empty browser. `/path` is a path of the site. */
export async function aVisitor(given: Options = {}): Promise<Visitor> {
  const { url = inject('site').url, cookie, preloading = false, pictures = picturesInFile, ...options } = given
  const usual = {
    viewport: { width: 1280, height: 860 },
    // Cached stories would be readable offline, which tests of a failing network do not expect.
    serviceWorkers: 'block' as const,
    // Rendering page transitions would take a good part of the time.
    reducedMotion: 'reduce' as const,
  }
  const context = await (await browserWith(pictures)).newContext({ baseURL: url, ...usual, ...options })
  contexts.push(context)
  if (!pictures) withoutPictures.add(context)
  if (!preloading) await context.addInitScript(saveData)
  if (cookie) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  }
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    // Playwright logs this whenever it blocks the service worker.
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    // Chromium warns about preloaded covers while pictures are off, also when a page stays open for a few seconds.
    if (!pictures && /image loading is disabled|preloaded using link preload but not used/.test(message.text())) return
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  return { page, complaints }
}

/** Runs in the page: the visitor has turned on data saving. */
function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/** A person with an account who is not signed in. */
export async function aPersonOnSite(role: Role = 'reader') {
  return aPerson(siteDatabase().db, role)
}

/** A signed-in person with this role. */
export async function signedInVisitor(role: Role, options: Options = {}) {
  const { db } = siteDatabase()
  const person = await aPerson(db, role)
  const cookie = await signedIn(db, person)
  return { person, ...(await aVisitor({ ...options, cookie })) }
}

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await waitForHydration(page)
  return response
}

/** Waits until the page is hydrated: only then do its buttons work. Most pages start when the mouse moves. */
export async function waitForHydration(page: Page) {
  const ready = page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const state = { done: false }
  void ready.finally(() => (state.done = true)).catch(() => {})
  // Again, because the script that notices it may load later than the page, and the page may be replaced by another.
  for (let x = 1; !state.done; x = 3 - x) {
    await page.mouse.move(x, 1)
    await Promise.race([ready, new Promise((done) => setTimeout(done, 100))])
  }
  await ready
}

/** Resolves in the second frame from now: what the page has by now is painted. */
export function nextFrame(page: Page) {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}

export const layoutOf = (page: Page) => page.locator('[data-layout]').getAttribute('data-layout')

/** The browser logs every response of 400 and above; tests that cause them expect them. */
export function withoutExpected(complaints: string[]) {
  return complaints.filter((line) => !/Failed to load resource: the server responded with a status of 4\d\d/.test(line))
}

export { expect }
