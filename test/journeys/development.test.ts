import axe from 'axe-core'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#server/platform/postgres/server.ts'
import { uploadsFolder } from '../site-process.ts'
import { specRoutes } from '../spec-routes.ts'
import { aVisitor, open, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

let child: ChildProcess
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    DATABASE_URL: inject('site').databaseUrl,
    DATA_DIR: uploadsFolder,
    RELAX_LIMITS: '1',
  }
  child = spawn(process.execPath, ['scripts/dev.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (piece) => {
      lines.push(String(piece))
      if (lines.join('').includes('Developing at')) resolve()
    })
    child.once('exit', () => reject(new Error(lines.join(''))))
  })
})
afterAll(async () => {
  child.kill('SIGINT')
  await once(child, 'exit')
})

/** The development server bundles libraries when it first meets them, and reloads the page for it. */
async function settled(path: string) {
  const { page } = await aVisitor({ url })
  // Nothing is built yet: the first page waits for all of it.
  page.setDefaultNavigationTimeout(60_000)
  await open(page, path)
  await page.waitForTimeout(3_000)
  await page.close()
}

test(
  'the design system is there to look at, whole, in both directions, and axe finds nothing',
  { timeout: 120_000 },
  async () => {
    await settled('/dev/ui')
    const { page, complaints } = await aVisitor({ url })
    await open(page, '/dev/ui')
    for (const part of [
      'Type',
      'Buttons',
      'Avatars',
      'Table',
      'Tabs',
      'A whole form',
      'Dialog',
      'Drawer',
      'Menu',
      'Popover',
      'Tooltip',
      'Banners',
      'Progress',
      'Skeleton',
    ]) {
      await page.getByRole('heading', { level: 3, name: part, exact: true }).waitFor()
    }
    for (const direction of ['ltr', 'rtl']) {
      if (direction === 'rtl') await page.getByRole('switch', { name: 'Right to left' }).click()
      await page.evaluate(axe.source)
      const found = await page.evaluate(
        async () => (await Reflect.get(window, 'axe').run()).violations as { id: string; nodes: { html: string }[] }[],
      )
      expect(
        found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`)),
        direction,
      ).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBeLessThanOrEqual(0)
    }
    expect(withoutExpected(complaints)).toEqual([])
  },
)

test('layers keep the focus inside and give it back', { timeout: 60_000 }, async () => {
  const { page } = await aVisitor({ url })
  await open(page, '/dev/ui')
  for (const [name, role] of [
    ['Delete story', 'dialog'],
    ['Open the drawer', 'dialog'],
    ['More', 'menu'],
    ['Why am I seeing this?', 'dialog'],
  ] as const) {
    const trigger = page.getByRole('button', { name, exact: true })
    await trigger.focus()
    await page.keyboard.press('Enter')
    const layer = page.getByRole(role).last()
    await layer.waitFor()
    await expect
      .poll(() => layer.evaluate((element) => element.contains(document.activeElement)), { message: name })
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole(role).count(), { message: name }).toBe(0)
    await expect
      .poll(() => trigger.evaluate((element) => element === document.activeElement), { message: name })
      .toBe(true)
  }
})

test('React, which speaks up while developing, has nothing to say about any page', { timeout: 120_000 }, async () => {
  const paths = specRoutes({ id: 'x', handle: 'x' })
    .filter(({ visitor }) => visitor === 'page')
    .map(({ path }) => path)
  await settled('/')
  const { page, complaints } = await aVisitor({ url })
  for (const path of paths) {
    await open(page, path)
    expect(withoutExpected(complaints), path).toEqual([])
  }
})

test('an error shows its stack here, and only here', { timeout: 60_000 }, async () => {
  const file = 'src/site/pages/about-page.tsx'
  const source = await readFile(file, 'utf8')
  try {
    await writeFile(
      file,
      source.replace(
        'const { site } = useShell()\n  return (\n    <Prose',
        "const { site } = useShell()\n  if (site) throw new Error('a mistake in the page')\n  return (\n    <Prose",
      ),
    )
    const { page } = await aVisitor({ url })
    await expect.poll(async () => (await page.goto('/about'))?.status(), { timeout: 20_000, interval: 500 }).toBe(500)
    expect(await page.content()).toContain('a mistake in the page')
    await writeFile(file, source)
    await expect.poll(async () => (await page.goto('/about'))?.status(), { timeout: 20_000, interval: 500 }).toBe(200)
  } finally {
    await writeFile(file, source)
  }
})
