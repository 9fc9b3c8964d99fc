import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { aDemoApp } from '#test/demo-app.ts'
import { specRoutes } from '#test/spec-routes.ts'

const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
const java = process.env['JAVA']

test('every page passes the Nu HTML checker', async ({ skip }) => {
  if (!java) return skip('the HTML checker needs Java: install it, or set JAVA to its path')
  const { app, admin } = await aDemoApp()
  const folder = await mkdtemp(join(tmpdir(), 'bramble-html-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const routes = [...specRoutes(admin.person).map(({ path }) => path), '/nowhere', '/developers', '/search?q=bread']
  const requests = routes.flatMap((path) => [
    { path, as: 'visitor', cookie: '' },
    { path, as: 'admin', cookie: admin.cookie },
  ])
  const names = new Map<string, string>()
  for (const [index, { path, as, cookie }] of requests.entries()) {
    const response = await app.get(path, { headers: { accept: 'text/html', cookie } })
    // A redirect has no page. Its target is in the list.
    if (response.status === 302) continue
    const name = `${index}.html`
    names.set(name, `${path} (${as})`)
    await writeFile(join(folder, name), await response.text())
  }
  expect(names.size).toBeGreaterThan(routes.length)

  const args = ['-jar', jar, '--format', 'json', '--exit-zero-always', '--skip-non-html', folder]
  const { stderr } = await promisify(execFile)(java, args, { maxBuffer: 64 << 20 })
  const { messages } = JSON.parse(stderr) as { messages: Message[] }
  // The checker also remarks on the trailing slashes that React writes, which are valid.
  const found = messages.filter(({ type, subType }) => type === 'error' || subType === 'warning')
  expect(found.map(({ url, message, extract }) => `${names.get(basename(url))}: ${message} ${extract}`)).toEqual([])
}, 120_000)

type Message = { type: string; subType?: string; url: string; message: string; extract?: string }
