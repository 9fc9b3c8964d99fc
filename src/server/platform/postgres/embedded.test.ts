import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { testLog } from '#test/database.ts'
import { type Embedded, openEmbedded, runningUrl } from './embedded.ts'
import { runningServer } from './server.ts'

// All thirty take a minute; a few of each kind show the same in the daily run.
const ROUNDS = process.env['CRASH_ROUNDS'] ? Number(process.env['CRASH_ROUNDS']) : 4

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-embedded-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function opened(dataDir: string): Promise<Embedded> {
  const embedded = await openEmbedded({ dataDir, log: testLog })
  cleanups.push(() => embedded.close())
  return embedded
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

test('starts from nothing, listens on loopback only, and stops cleanly', async () => {
  const dataDir = await aFolder()
  const embedded = await openEmbedded({ dataDir, log: testLog })
  const [settings] = await query(
    embedded.url,
    `select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets`,
  )
  expect(settings).toEqual({ listen: '127.0.0.1', sockets: '' })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((found) => found?.family === 'IPv4' && !found.internal)
  if (outside)
    await expect(query(embedded.url.replace('127.0.0.1', outside.address), 'select 1')).rejects.toThrow(/ECONNREFUSED/)

  await expect(query(embedded.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    /password authentication failed/,
  )
  await embedded.close()
  expect(await runningServer(embedded.folder)).toBeNull()
  // Its last line may reach the file a moment after it has gone.
  await expect
    .poll(() => readFile(join(dataDir, 'postgres.log'), 'utf8'), { timeout: 5000 })
    .toContain('database system is shut down')
})

test('a second owner is refused with a message that says who has the folder', async () => {
  const dataDir = await aFolder()
  await opened(dataDir)
  await expect(openEmbedded({ dataDir, log: testLog })).rejects.toThrow(
    `is in use: process ${process.pid} runs Bramble on it`,
  )
})

test('a command beside the site finds the running server', async () => {
  const dataDir = await aFolder()
  expect(await runningUrl(dataDir)).toBeNull()
  const { url } = await opened(dataDir)
  expect(await runningUrl(dataDir)).toBe(url)
})

test('works from a folder that only its owner may enter', async () => {
  const parent = await aFolder()
  await chmod(parent, 0o700)
  const { url, folder } = await opened(join(parent, 'data'))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  if (!folder.startsWith(parent)) cleanups.push(() => rm(join(folder, '..'), { recursive: true, force: true }))
})

test('a server that is killed under a running site comes back on the same address', async () => {
  const dataDir = await aFolder()
  const { url, folder } = await opened(dataDir)
  await query(url, 'create table kept (id int)')
  const before = await runningServer(folder)
  process.kill(before?.pid ?? 0, 'SIGKILL')
  await expect
    .poll(() => query(url, 'select count(*) from kept').catch(() => null), { timeout: 15_000 })
    .toEqual([{ count: '0' }])
})

test('a server that is coming back while the site closes is stopped too', async () => {
  const { folder, close } = await openEmbedded({ dataDir: await aFolder(), log: testLog })
  const noticed = new Promise<void>((done) => {
    vi.spyOn(testLog, 'error').mockImplementationOnce(() => done())
  })
  process.kill((await runningServer(folder))?.pid ?? 0, 'SIGKILL')
  await noticed
  await close()
  expect(await runningServer(folder)).toBeNull()
  // Nor does one come up afterwards.
  await new Promise((done) => setTimeout(done, 1000))
  expect(await runningServer(folder)).toBeNull()
})

/** A process that opens the folder and writes row after row, saying each number once the row is safe. */
function startWriter(dataDir: string) {
  const runner = `
    const { runnerImport } = await import('vite')
    const { module } = await runnerImport('./test/crash-writer.ts', { configFile: false, logLevel: 'error' })
    await module.write(process.argv[1])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: number[] = []
  const lines = createInterface(child.stdout)
  const started = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (acknowledged.push(Number(line)) === 3) resolve()
    })
    child.once('exit', () => reject(new Error('the writer ended before it wrote')))
  })
  return { child, acknowledged, started, drained: once(lines, 'close') }
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test(
  `killed ${ROUNDS} times while writing, it starts every time and has every row that was acknowledged`,
  { timeout: 60_000 + ROUNDS * 10_000 },
  async () => {
    const dataDir = await aFolder()
    const acknowledged: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const writer = startWriter(dataDir)
      await writer.started
      await new Promise((done) => setTimeout(done, Math.random() * 400))
      // Every second time the database itself is killed as well, so it has to recover.
      const server = await runningServer(join(dataDir, 'postgres'))
      if (round % 2 === 1 && server) process.kill(server.pid, 'SIGKILL')
      await kill(writer.child)
      await writer.drained
      acknowledged.push(...writer.acknowledged)
    }
    const { url } = await opened(dataDir)
    const rows = await query<{ id: string }>(url, 'select id from written')
    const stored = new Set(rows.map(({ id }) => Number(id)))
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 3)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  },
)
