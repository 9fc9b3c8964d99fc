import { Writable } from 'node:stream'
import pino from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { createSite } from '#site/create-site.tsx'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { atEnd } from '#test/at-end.ts'
import { aDatabase } from '#test/database.ts'
import { TEST_KEY } from '#test/vault.ts'

const lines: string[] = []
const sink = new Writable({
  write(piece, _encoding, done) {
    lines.push(String(piece))
    done()
  },
})
let url: string
beforeAll(async () => {
  url = await aBrokenSite()
})

/** A site whose database loses a table while it runs, to simulate a bug. */
async function aBrokenSite(env: Record<string, string> = {}) {
  const database = await aDatabase()
  const manifest = {
    'src/site/browser.tsx': { file: 'assets/browser.js' },
    'src/site/browser/first-script.ts': { file: 'assets/first-script.js' },
    'src/site/analytics/start-analytics.ts': { file: 'assets/start-analytics.js' },
    'src/site/analytics/start-measurement.ts': { file: 'assets/start-measurement.js' },
  }
  const app = await createApp({
    config: readConfig({ RELAX_LIMITS: '1', ENCRYPTION_KEY: TEST_KEY, ...env }),
    database,
    log: pino(sink),
    createSite,
    build: { id: 'x', timestamp: 1 },
    manifest,
    filesFolder: null,
  })
  atEnd(() => app.close())
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  await database.pool.query('drop table response cascade; drop table article_tag cascade; drop table article cascade')
  return address
}

test('an API client gets a message and the request id, and nothing else', async () => {
  const response = await fetch(`${url}/api/stories`)
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(JSON.parse(text)).toEqual({
    error: {
      code: 'fault',
      message: expect.stringContaining('went wrong on our side'),
      details: {},
      requestId: response.headers.get('x-request-id'),
    },
  })
  expect(text).not.toMatch(/article|relation|select/)
})

test('a browser gets a page with the status message, a description and no stack', async () => {
  const response = await fetch(`${url}/latest`, { headers: { accept: 'text/html' } })
  expect(response.status).toBe(500)
  const html = await response.text()
  expect(html).toContain('<title>Internal Server Error · Bramble</title>')
  expect(html).toContain('contact us with this request ID')
  expect(html).toContain('data-layout="default"')
  expect(html).not.toMatch(/relation|does not exist|at async/)
})

test('the log has the whole cause', () => {
  const faults = lines
    .map((line): unknown => JSON.parse(line))
    .filter((line) => (line as { msg: string }).msg === 'fault')
  expect(faults.length).toBe(2)
  for (const fault of faults) {
    expect(fault).toMatchObject({
      err: { code: '42P01', message: expect.stringContaining('article'), stack: expect.any(String) },
    })
  }
})

test('in development the page shows the stack as well', async () => {
  const development = await aBrokenSite({ NODE_ENV: 'development' })
  const html = await (await fetch(`${development}/latest`, { headers: { accept: 'text/html' } })).text()
  expect(html).toContain('Internal Server Error')
  expect(html).toMatch(/<pre[^>]*>error: relation .* does not exist/)
  expect(html).toContain('at async')
})

test('an invalid address shows which parameter is invalid', async () => {
  const response = await fetch(`${url}/api/stories?before=zz`, { headers: { accept: 'text/html' } })
  expect(response.status).toBe(400)
  const html = await response.text()
  expect(html).toContain('<title>This address isn’t valid · Bramble</title>')
  expect(html).toContain('The value of “before” in the address isn’t valid.')
  expect(html).not.toContain('our side')
  const page = await fetch(`${url}/search?q=a&tag=${'x'.repeat(300)}`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(400)
  expect(await page.text()).toContain('href="/search?q=a"')
})

test('query strings are not logged', async () => {
  await fetch(`${url}/auth/emailconfirm?oobCode=SECRET-CODE`)
  await fetch(`${url}/auth/emailconfirm?oobCode=SECRET-CODE`)
  expect(lines.join('')).not.toContain('SECRET-CODE')
  expect(lines.join('')).toContain('"/auth/emailconfirm"')
})
