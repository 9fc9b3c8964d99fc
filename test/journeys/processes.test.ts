import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRunningServer } from '#server/platform/postgres/server.ts'
import { aDataFolder } from '../data-folder.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { type RunningSite, buildFolder, startSite } from '../site-process.ts'
import { TEST_KEY } from '../vault.ts'

const run = promisify(execFile)

/** The operator's command, in a separate process. */
async function bramble(env: Record<string, string>, ...args: string[]) {
  const script = join(buildFolder(), 'server', 'bramble.js')
  const around = { ...process.env, ENCRYPTION_KEY: TEST_KEY, ...env }
  const { stdout } = await run(process.execPath, [script, ...args, '--json'], { env: around })
  return JSON.parse(stdout) as unknown
}

// One site with one web process and one with two, on one database.
describe('two servers and an operator on one database', { timeout: 120_000 }, () => {
  let env: Record<string, string>
  let one: RunningSite
  let other: RunningSite
  beforeAll(async () => {
    env = { DATABASE_URL: await newDatabaseUrl() }
    const strict = { ...env, DEMO: 'no', RELAX_LIMITS: '0' }
    one = await startSite({ ...strict, WEB_PROCESSES: '1' })
    other = await startSite({ ...strict, WEB_PROCESSES: '2' })
  }, 120_000)
  afterAll(() => Promise.all([one.stop(), other.stop()]))

  const names = () =>
    Promise.all(
      [one, other, other].map(async (site) => {
        // A new connection each time, to reach every process.
        const html = await (await fetch(`${site.url}/about`, { headers: { connection: 'close' } })).text()
        return /<meta property="og:site_name" content="([^"]*)"/.exec(html)?.[1]
      }),
    )

  const body = JSON.stringify({ token: 'x', name: 'X', handle: 'xyz', email: 'x@example.com', password: 'secret1' })
  const processesOf = async (site: RunningSite) => {
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(site.process.pid)])
    return stdout.trim().split(/\s+/)
  }

  test('a change in one process invalidates the cached pages of all others', async () => {
    expect(await names()).toEqual(['Bramble', 'Bramble', 'Bramble'])
    const cached = await fetch(`${one.url}/about`)
    const again = await fetch(`${one.url}/about`, { headers: { 'if-none-match': cached.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect(await bramble(env, 'settings', 'set', 'name', 'The Hedge')).toEqual({ name: 'The Hedge' })
    await expect.poll(names, { timeout: 30_000 }).toEqual(['The Hedge', 'The Hedge', 'The Hedge'])
  })

  test('a rate limit is shared by all servers', async () => {
    const accepted = async (attempt: number) => {
      const { url } = attempt % 2 === 0 ? one : other
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${url}/api/setup`, { method: 'POST', headers, body })).status !== 429
    }
    let attempts = 0
    while (attempts < 40 && (await accepted(attempts))) attempts += 1
    // Ten a minute, or up to 19 when a new minute begins in between. Two limits would allow 20 at least.
    expect(attempts).toBeGreaterThanOrEqual(10)
    expect(attempts).toBeLessThan(20)
  })

  /** The value of one series at the second server, read from any of its processes. */
  const figure = async (series: string) => {
    const text = await (await fetch(`${other.url}/metrics`, { headers: { connection: 'close' } })).text()
    const line = text.split('\n').find((entry) => entry.startsWith(`${series} `))
    return { text, value: Number(line?.slice(series.length) ?? 0) }
  }
  const ofSite = 'bramble_http_request_duration_seconds_count{method="GET",route="/api/site",status="2xx"}'

  test('each process reports the metrics of all', async () => {
    const before = (await figure(ofSite)).value
    for (let request = 0; request < 8; request++)
      await (await fetch(`${other.url}/api/site`, { headers: { connection: 'close' } })).text()
    for (const _ of [1, 2, 3]) await expect.poll(async () => (await figure(ofSite)).value).toBe(before + 8)
    const { text } = await figure(ofSite)
    expect(text.match(/^process_resident_memory_bytes\{/gm)).toHaveLength(2)
    expect(text.match(/^bramble_database_up 1$/gm)).toHaveLength(1)
  })

  test('a refused command prints its reason and exits with an error', async () => {
    const refused = await bramble(env, 'user', 'role', 'nobody', 'admin').catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('Not found.') })
  })

  test('a killed web process is replaced, and what it counted is kept', async () => {
    const counted = (await figure(ofSite)).value
    expect(counted).toBeGreaterThan(0)
    const [victim = ''] = await processesOf(other)
    process.kill(Number(victim), 'SIGKILL')
    // The dead process may still be listed until it is replaced.
    const rest = async () => (await processesOf(other)).filter((pid) => pid !== victim)
    await expect.poll(async () => (await rest()).length, { timeout: 30_000 }).toBe(2)
    for (let request = 0; request < 6; request++) expect((await fetch(`${other.url}/health/ready`)).status).toBe(200)
    expect((await figure(ofSite)).value).toBe(counted)
  })

  test('on shutdown a site accepts no more requests and finishes running ones', async () => {
    const signIn = JSON.stringify({ email: 'unknown@example.com', password: 'secret1' })
    const { hostname, port } = new URL(other.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    let answer = ''
    socket.on('data', (piece) => (answer += String(piece)))
    socket.write(
      `POST /api/sign-in HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${signIn.length}\r\n\r\n`,
    )
    // The server logs this when it starts reading a request.
    await expect.poll(() => answer).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    const stopped = other.stop()
    const refused = () =>
      new Promise<boolean>((done) => {
        const late = connect(Number(port), hostname)
        late.on('connect', () => (late.destroy(), done(false)))
        late.on('error', () => done(true))
      })
    await expect.poll(refused).toBe(true)
    expect(answer).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(signIn)
    await once(socket, 'close')
    expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 4\d\d /)
    await stopped
    expect(other.process.exitCode).toBe(0)
  })
})

test('SIGTERM ends a site within ten seconds, whatever is running', async () => {
  const url = await newDatabaseUrl()
  const site = await startSite({ DATABASE_URL: url, WEB_PROCESSES: '1', DEMO: 'no' })
  const { hostname, port } = new URL(site.url)
  // A request that never ends, and an event stream.
  const unfinished = connect(Number(port), hostname)
  unfinished.write(
    'POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  )
  const stream = connect(Number(port), hostname)
  stream.write('GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n')
  for (const socket of [unfinished, stream]) socket.on('error', () => {}).resume()

  // A job whose statement does not end: the table is locked.
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  await db.query('begin; lock table sitemap_change')
  // A transaction would see the same activity each time.
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  const waiting = async () => {
    const { rowCount } = await other.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rowCount
  }
  await other.query(`notify touched, 'sitemap-changes'`)
  await expect.poll(waiting, { timeout: 15_000 }).toBe(1)

  const began = performance.now()
  await site.stop()
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(site.process.exitCode).toBe(0)
  // The statement was cancelled, not left behind.
  await expect.poll(waiting).toBe(0)
  await Promise.all([db.end(), other.end()])
}, 60_000)

test('SIGTERM while a site starts stops its PostgreSQL too', async () => {
  const dataDir = await aDataFolder()
  const starting = startSite({ DATA_DIR: dataDir, ENCRYPTION_KEY: '', WEB_PROCESSES: '1' }, (started) => {
    const stopWhenRunning = async () => {
      while (!(await findRunningServer(join(dataDir, 'postgres')))?.port) await sleep(20)
      started.kill('SIGTERM')
    }
    void stopWhenRunning()
  })
  await expect(starting).rejects.toThrow('The site exited with 0')
  expect(await findRunningServer(join(dataDir, 'postgres'))).toBeNull()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

test('all configuration errors are reported at once, and nothing starts', async () => {
  const failed = await startSite({ PORT: 'eighty', ROUTER_MODE: 'magic' }).catch((error: unknown) => String(error))
  expect(failed).toContain('PORT:')
  expect(failed).toContain('ROUTER_MODE:')
})

test('with its own database a site is killed, and restarts with everything that was acknowledged', async () => {
  const dataDir = await aDataFolder()
  // Without a key in the environment, the site creates one in its folder.
  const env = { DATA_DIR: dataDir, ENCRYPTION_KEY: '', WEB_PROCESSES: '1', DEMO: 'no' }
  const first = await startSite(env)
  await bramble(env, 'settings', 'set', 'name', 'Survivor')
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')

  const second = await startSite(env)
  expect(await (await fetch(`${second.url}/about`)).text()).toContain('Survivor')
  const third = await startSite(env).catch((error: unknown) => String(error))
  expect(third).toContain('is in use')
  await second.stop()
  await expect.poll(() => readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')

  // A port in use fails the start, which also stops the PostgreSQL that it launched.
  const blocker = createServer().listen()
  const address = blocker.address()
  const port = String(typeof address === 'object' && address?.port)
  for (const processes of ['1', '2']) {
    const failed = await startSite({ ...env, PORT: port, WEB_PROCESSES: processes }).catch((error: unknown) =>
      String(error),
    )
    expect(failed).toContain(`Port ${port} is in use.`)
    expect(failed).not.toContain('\n    at ')
    expect(await findRunningServer(join(dataDir, 'postgres'))).toBeNull()
  }
  blocker.close()
  await rm(dataDir, { recursive: true, force: true })
}, 180_000)
