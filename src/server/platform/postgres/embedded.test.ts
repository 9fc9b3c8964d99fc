import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdtemp, readFile, realpath, rm, truncate, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { aDataFolder } from '#test/data-folder.ts'
import { testLog } from '#test/database.ts'
import { buildWriter, startWriter, writesBeforeKill } from '#test/writer-process.ts'
import { StartError } from '#server/platform/errors.ts'
import { type Embedded, openEmbedded, findRunningUrl } from './embedded.ts'
import { passwordFile } from './data-folder.ts'
import { findRunningServer } from './server.ts'

const run = promisify(execFile)

// All thirty take a minute; one of each kind shows the same in the daily run.
const ROUNDS = process.env['CRASH_ROUNDS'] ? Number(process.env['CRASH_ROUNDS']) : 2

/** One folder for all tests, which run in sequence: creating a cluster takes longer than starting a server on it. */
let dataDir: string
beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'bramble-embedded-'))
  atEnd(() => rm(parent, { recursive: true, force: true }))
  await chmod(parent, 0o700)
  dataDir = join(parent, 'data')
  atEnd(async () => {
    // The cluster is elsewhere if the user that runs PostgreSQL cannot enter the folder.
    const folder = await realpath(join(dataDir, 'postgres'))
    if (!folder.startsWith(parent)) await rm(dirname(folder), { recursive: true, force: true })
  })
})

let closeLast = async () => {}
afterEach(async () => {
  await closeLast()
  closeLast = async () => {}
})

async function opened(): Promise<Embedded> {
  const embedded = await openEmbedded({ dataDir, log: testLog })
  closeLast = () => embedded.close()
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

test('creates a database in a private folder and stops cleanly', async () => {
  const embedded = await openEmbedded({ dataDir, log: testLog })
  const [settings] = await query(
    embedded.url,
    `select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets`,
  )
  expect(settings).toEqual({ listen: '127.0.0.1', sockets: '' })
  await embedded.close()
  expect(await findRunningServer(embedded.folder)).toBeNull()
  // The last line of the log may be written shortly after the process has exited.
  await expect
    .poll(() => readFile(join(dataDir, 'postgres.log'), 'utf8'), { timeout: 15_000 })
    .toContain('database system is shut down')
})

test('listens on loopback only and requires the password', async () => {
  const { url } = await opened()
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((found) => found?.family === 'IPv4' && !found.internal)
  if (outside)
    await expect(query(url.replace('127.0.0.1', outside.address), 'select 1')).rejects.toThrow(/ECONNREFUSED/)
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('a second owner is refused with the process that owns the folder', async () => {
  await opened()
  await expect(openEmbedded({ dataDir, log: testLog })).rejects.toThrow(`is in use by Bramble (process ${process.pid})`)
})

test('a command finds the running server', async () => {
  expect(await findRunningUrl(dataDir)).toBeNull()
  const { url } = await opened()
  expect(await findRunningUrl(dataDir)).toBe(url)
})

test('a killed server is restarted on the same address', async () => {
  const { url, folder } = await opened()
  await query(url, 'create table kept (id int)')
  const before = await findRunningServer(folder)
  process.kill(before?.pid ?? 0, 'SIGKILL')
  await expect
    .poll(() => query(url, 'select count(*) from kept').catch(() => null), { timeout: 15_000 })
    .toEqual([{ count: '0' }])
})

test('a server that is restarting during shutdown is stopped too', async () => {
  const { folder, close } = await openEmbedded({ dataDir, log: testLog })
  const noticed = new Promise<void>((done) => {
    vi.spyOn(testLog, 'error').mockImplementationOnce(() => done())
  })
  const said = vi.spyOn(testLog, 'info')
  process.kill((await findRunningServer(folder))?.pid ?? 0, 'SIGKILL')
  await noticed
  await close()
  // The recovery has ended, so no server comes up afterwards.
  expect(said).toHaveBeenCalledWith('PostgreSQL restarted')
  expect(await findRunningServer(folder)).toBeNull()
  vi.restoreAllMocks()
})

describe('a damaged folder fails the start with the reason and what to do', () => {
  beforeAll(async () => (await openEmbedded({ dataDir, log: testLog })).close())

  async function aDamagedCopy(damage: (folder: string, postgres: string) => Promise<unknown>) {
    const copy = await aDataFolder()
    atEnd(() => rm(copy, { recursive: true, force: true }))
    await run('cp', ['-a', await realpath(join(dataDir, 'postgres')), join(copy, 'postgres')])
    await copyFile(passwordFile(dataDir), passwordFile(copy))
    await damage(copy, join(copy, 'postgres'))
    return copy
  }

  /** The message of the error, which has to come quickly. */
  async function failureOf(folder: string) {
    const began = Date.now()
    const failure = await openEmbedded({ dataDir: folder, log: testLog }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect(Date.now() - began).toBeLessThan(30_000)
    expect(await findRunningServer(join(folder, 'postgres'))).toBeNull()
    return failure instanceof Error ? failure.message : ''
  }

  test.each([
    ['an empty control file', (at: string) => truncate(join(at, 'global', 'pg_control')), 'pg_control'],
    ['no write-ahead log', (at: string) => rm(join(at, 'pg_wal'), { recursive: true }), 'pg_wal'],
  ])('%s', { timeout: 40_000 }, async (_fault, damage, reason) => {
    const folder = await aDamagedCopy((_, postgres) => damage(postgres))
    const message = await failureOf(folder)
    expect(message).toContain('PostgreSQL does not start')
    expect(message).toContain(reason)
    expect(message).toContain('restore a backup')
  })

  test.each([
    ['missing', (file: string) => rm(file), 'is missing'],
    ['empty', (file: string) => truncate(file), 'is empty'],
    ['wrong', (file: string) => writeFile(file, 'another'), 'has the wrong password'],
  ])('a password that is %s', { timeout: 40_000 }, async (_fault, damage, reason) => {
    const folder = await aDamagedCopy((at) => damage(passwordFile(at)))
    const message = await failureOf(folder)
    expect(message).toContain(`postgres-password ${reason}`)
    expect(message).toContain('Restore that file')
  })
})

test(
  `killed ${ROUNDS} times while writing, it starts every time and has every row that was acknowledged`,
  { timeout: 60_000 + ROUNDS * 10_000 },
  async () => {
    const script = await buildWriter('crash-writer')
    const acknowledged: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const writer = startWriter(script, [dataDir])
      await writer.reached(writesBeforeKill(round))
      // Every second time the database itself is killed as well, so it has to recover.
      const server = await findRunningServer(join(dataDir, 'postgres'))
      if (round % 2 === 1 && server) process.kill(server.pid, 'SIGKILL')
      await writer.kill()
      acknowledged.push(...writer.acknowledged.map(Number))
    }
    const { url } = await opened()
    const rows = await query<{ id: string }>(url, 'select id from written')
    const stored = new Set(rows.map(({ id }) => Number(id)))
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 3)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  },
)
