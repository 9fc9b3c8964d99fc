import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabaseUrl } from '../new-database.ts'
import { type RunningSite, buildFolder, startSite } from '../site-process.ts'
import { withinASecond } from './within-a-second.ts'

const run = promisify(execFile)

/** The operator's command, in a process of its own. */
async function bramble(env: Record<string, string>, ...args: string[]) {
  const script = join(buildFolder(), 'server', 'bramble.js')
  const { stdout } = await run(process.execPath, [script, ...args, '--json'], { env: { ...process.env, ...env } })
  return JSON.parse(stdout) as unknown
}

describe('two servers and an operator on one database', () => {
  let url: string
  let sites: RunningSite[]
  beforeAll(async () => {
    url = await newDatabaseUrl()
    const first = await startSite({ DATABASE_URL: url, WEB_PROCESSES: '1' })
    sites = [first, await startSite({ DATABASE_URL: url, WEB_PROCESSES: '1' })]
  })
  afterAll(() => Promise.all(sites.map((site) => site.stop())))

  const names = (path: string) =>
    Promise.all(
      sites.map(async (site) => {
        const html = await (await fetch(site.url + path)).text()
        return /<meta property="og:site_name" content="([^"]*)"/.exec(html)?.[1]
      }),
    )

  test('what one process changes is gone from the pages of the others within a second', async () => {
    expect(await names('/about')).toEqual(['Bramble', 'Bramble'])
    const kept = await fetch(`${sites[0]?.url}/about`)
    const again = await fetch(`${sites[0]?.url}/about`, {
      headers: { 'if-none-match': kept.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)

    for (const name of ['The Hedge', 'The Shore']) {
      await bramble({ DATABASE_URL: url }, 'settings', 'set', 'name', name)
      await withinASecond(() => names('/about'), [name, name])
    }
  })

  test('a limit is one limit, whichever process is asked', async () => {
    const strict = await Promise.all(
      [1, 2].map(() => startSite({ DATABASE_URL: url, WEB_PROCESSES: '1', RELAX_LIMITS: '0' })),
    )
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      const response = await fetch(`${strict[attempt % 2]?.url}/api/setup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: 'x', name: 'X', handle: 'xyz', email: 'x@example.com', password: 'secret1' }),
      })
      statuses.push(response.status)
    }
    await Promise.all(strict.map((site) => site.stop()))
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})

describe('the operator’s command', () => {
  let env: Record<string, string>
  beforeAll(async () => {
    env = { DATABASE_URL: await newDatabaseUrl() }
  })

  test('looks after people, settings and set-up', async () => {
    expect(await bramble(env, 'user', 'create', '--name', 'Ada', '--handle', 'ada')).toMatchObject({
      handle: 'ada',
      role: 'reader',
    })
    expect(await bramble(env, 'user', 'role', 'ada', 'editor')).toMatchObject({ handle: 'ada', role: 'editor' })
    expect(await bramble(env, 'user', 'list')).toMatchObject([{ handle: 'ada', role: 'editor' }])
    expect(await bramble(env, 'settings')).toEqual({ name: 'Bramble', tagline: 'A place to publish and read stories' })
    expect(await bramble(env, 'setup-link')).toMatchObject({ link: expect.stringContaining('#setup=') })
    await bramble(env, 'user', 'role', 'ada', 'admin')
    expect(await bramble(env, 'setup-link')).toEqual({ link: null })
    expect(await bramble(env, 'migrate')).toEqual({ applied: [] })
    expect(await bramble(env, 'demo')).toEqual({ stories: null })
    expect(await bramble(env, 'doctor')).toEqual(expect.arrayContaining([expect.objectContaining({ ok: true })]))
  })

  test.each([
    [['user', 'create', '--name', 'X'], '--handle'],
    [['user', 'create', '--name', 'X', '--handle', 'ada'], 'Somebody has that handle'],
    [['user', 'role', 'nobody', 'admin'], 'could not find'],
    [['user', 'role', 'ada', 'king'], 'ROLE'],
    [['settings', 'set', 'colour', 'green'], 'not right'],
  ])('%j is refused with a reason and a failing exit', async (args, reason) => {
    const failed = (await bramble(env, ...args).catch((error: unknown) => error)) as { code: number; stdout: string }
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain(reason)
  })
})

describe('starting and stopping', () => {
  test('every problem of the configuration is named at once, and nothing starts', async () => {
    const failed = await startSite({ PORT: 'eighty', ROUTER_MODE: 'magic' }).catch((error: unknown) => String(error))
    expect(failed).toContain('PORT:')
    expect(failed).toContain('ROUTER_MODE:')
  })

  test('asked to stop, it finishes what it has begun, within ten seconds', async () => {
    const site = await startSite({ DATABASE_URL: await newDatabaseUrl(), DEMO: 'no', WEB_PROCESSES: '2' })
    const { hostname, port } = new URL(site.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    let answer = ''
    socket.on('data', (piece) => (answer += String(piece)))
    const body = JSON.stringify({ token: 'x', name: 'X', handle: 'xyz', email: 'x@example.com', password: 'secret1' })
    socket.write(
      `POST /api/setup HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    // It says so when it has begun to listen to a request.
    await expect.poll(() => answer).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    const stopped = site.stop()
    await new Promise((done) => setTimeout(done, 300))
    socket.write(body)
    await once(socket, 'close')
    expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 410 /)
    await stopped
    expect(site.process.exitCode).toBe(0)
  })

  test('a web process that is killed is replaced', async () => {
    const site = await startSite({ DATABASE_URL: await newDatabaseUrl(), DEMO: 'no', WEB_PROCESSES: '2' })
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(site.process.pid)])
    const [victim = ''] = stdout.trim().split(/\s+/)
    process.kill(Number(victim), 'SIGKILL')
    // The dead one may still be listed: it is gone when its place is taken.
    const others = async () =>
      (await run('ps', ['-o', 'pid=', '--ppid', String(site.process.pid)])).stdout
        .trim()
        .split(/\s+/)
        .filter((pid) => pid !== victim)
    await expect.poll(async () => (await others()).length, { timeout: 10_000 }).toBe(2)
    for (let request = 0; request < 6; request++) expect((await fetch(`${site.url}/health/ready`)).status).toBe(200)
    await site.stop()
  })

  test(
    'on its own database it starts, is killed, and starts again with everything that was acknowledged',
    { timeout: 120_000 },
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'bramble-own-'))
      const env = { DATA_DIR: dataDir, WEB_PROCESSES: '1' }
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
      await rm(dataDir, { recursive: true, force: true })
    },
  )
})
