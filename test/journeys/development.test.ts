import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { TEST_KEY } from '../vault.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { uploadsFolder } from '../site-process.ts'
import { expectAccessible } from './axe.ts'
import { aVisitor, open, useBrowser, withoutExpected } from './browser.ts'

useBrowser({ pictures: true })

const sources = ['src', 'public', 'demo', 'migrations', 'scripts', 'package.json', 'package-lock.json']

let folder: string
let child: ChildProcess
let url: string
beforeAll(async () => {
  folder = await copyOfProject()
  const port = await findFreePort()
  url = `http://localhost:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    DATABASE_URL: inject('site').databaseUrl,
    ENCRYPTION_KEY: TEST_KEY,
    DATA_DIR: uploadsFolder,
    RELAX_LIMITS: '1',
  }
  child = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (piece) => {
      lines.push(String(piece))
      if (lines.join('').includes('Development server')) resolve()
    })
    child.once('exit', () => reject(new Error(lines.join(''))))
  })
  await bundled('/dev/ui')
}, 180_000)
afterAll(async () => {
  child.kill('SIGINT')
  await once(child, 'exit')
  await rm(folder, { recursive: true })
})

/** A copy of the project whose files may be changed. It shares the libraries. */
async function copyOfProject() {
  const copy = await mkdtemp(join(tmpdir(), 'bramble-development-'))
  const settings = (await readdir('.')).filter((name) => /^(tsconfig.*\.json|vite\.config\.ts)$/.test(name))
  for (const name of [...sources, ...settings]) await cp(name, join(copy, name), { recursive: true })
  const libraries = join(copy, 'node_modules')
  await mkdir(libraries)
  for (const name of await readdir('node_modules')) {
    const [library, copied] = [join(process.cwd(), 'node_modules', name), join(libraries, name)]
    // Fonts are served as files, and only files below the folder are served.
    if (name === '@fontsource-variable') await cp(library, copied, { recursive: true })
    else if (name !== '.vite') await symlink(library, copied)
  }
  // Otherwise `npm run dev` would install them.
  const stamp = join(libraries, '.bramble-installed')
  await rm(stamp, { force: true })
  const hash = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json'])
    hash
      .update(name)
      .update('\0')
      .update(await readFile(name))
  await writeFile(stamp, hash.digest('hex'))
  return copy
}

/** Opens a page until all its libraries are bundled: the server reloads the page when it finds a new one. */
async function bundled(path: string) {
  const { page } = await aVisitor({ url })
  page.setDefaultNavigationTimeout(120_000)
  page.setDefaultTimeout(60_000)
  let loads = 0
  page.on('load', () => (loads += 1))
  const load = async () => {
    loads = 0
    await open(page, path)
    await page.waitForLoadState('networkidle')
    if (loads > 1) throw new Error(`${path} was reloaded`)
  }
  await vi.waitFor(load, { timeout: 120_000 })
  await page.context().close()
}

const parts = [
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
]
const layers = [
  ['Delete story', 'dialog'],
  ['Open the drawer', 'dialog'],
  ['More', 'menu'],
  ['Why am I seeing this?', 'dialog'],
] as const

test('the design system page shows every component, is accessible in both directions, and its layers keep the focus', async () => {
  const { page, complaints } = await aVisitor({ url })
  await open(page, '/dev/ui')
  for (const part of parts) await page.getByRole('heading', { level: 3, name: part, exact: true }).waitFor()
  for (const [name, role] of layers) {
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
  await expectAccessible(page, 'from left to right', { widths: [] })
  await page.getByRole('switch', { name: 'Right to left' }).click()
  await expectAccessible(page, 'from right to left', { widths: [] })
  expect(withoutExpected(complaints)).toEqual([])
})

test('React has no warnings about a page of each layout', async () => {
  await bundled('/')
  const { page, complaints } = await aVisitor({ url })
  page.setDefaultTimeout(30_000)
  for (const path of ['/', '/story/latch', '/membership', '/auth/newauth', '/user/maren-holt', '/search?q=hedge']) {
    await open(page, path)
    expect(withoutExpected(complaints), path).toEqual([])
  }
})

test('an error in a page shows its stack, until the file is changed again', async () => {
  const file = join(folder, 'src/site/site-pages/public-page.tsx')
  const source = await readFile(file, 'utf8')
  const broken = source.replace(
    '  return <SitePageText',
    "  if (page) throw new Error('a mistake in the page')\n  return <SitePageText",
  )
  expect(broken).not.toBe(source)
  const about = async () => {
    const answer = await fetch(`${url}/about`)
    return { status: answer.status, stack: (await answer.text()).includes('a mistake in the page') }
  }
  await writeFile(file, broken)
  await expect.poll(about, { timeout: 40_000 }).toEqual({ status: 500, stack: true })
  await writeFile(file, source)
  await expect.poll(about, { timeout: 40_000 }).toEqual({ status: 200, stack: false })
})
