import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError, codeOf } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { passwordFile, passwordMessage, prepareFolder } from './data-folder.ts'
import { findFreePort, launchServer, findRunningServer, stopServer } from './server.ts'

// Applied twice: to a server that was left running, then to the one that replaces it.
const START_TIMEOUT_MS = 12_000
const RETRY_MS = 5_000
const MAX_LAUNCHES = 5
const WRONG_PASSWORD = '28P01'
const STARTING_UP = '57P03'
const CONNECT_MS = 5_000
// An advisory lock belongs to a connection, so it is released when the process dies.
const CLAIM_KEY = 0x6272_616d

export type Embedded = { url: string; folder: string; close(): Promise<void> }

type Options = { dataDir: string; log: Log; settings?: Record<string, string> }

/** Becomes the only owner of a data folder: starts PostgreSQL on it, or takes over a server that a killed process left running. */
export async function openEmbedded({ dataDir, log, settings = {} }: Options): Promise<Embedded> {
  const account = await unprivilegedAccount()
  const binaries = await findBinaries(account)
  const { path: folder, password } = await prepareFolder(dataDir, binaries, account)
  const logFile = join(dataDir, 'postgres.log')
  let closing = false
  let recovery: Promise<void> | null = null
  let owner = await bringUp(await findFreePort())

  /** Waits for a server that responds and that we own. Launches it on `port` if necessary. Throws when it does not start. */
  async function bringUp(port: number): Promise<Owner> {
    let deadline = Date.now() + START_TIMEOUT_MS
    let launched: ChildProcess | null = null
    let launches = 0
    let replaced = false
    try {
      for (; ; await sleep(30)) {
        const running = await findRunningServer(folder)
        const answer = running?.port ? await claim(running.port, password) : 'no answer'
        if (running && answer === 'taken') throw new StartError(await ownedMessage(dataDir, running.port, password))
        if (answer === 'wrong password') throw new StartError(passwordMessage(dataDir, 'has the wrong password'))
        if (running && answer instanceof pg.Client) {
          answer.once('end', () => {
            if (!closing) recovery = recover(running.port)
          })
          return { client: answer, ...running }
        }
        // Crash recovery replays the WAL, which can take any time.
        if (answer === 'starting up') deadline = Date.now() + START_TIMEOUT_MS
        const late = Date.now() > deadline
        if (late && (replaced || !running)) throw await notStarted('does not respond')
        if (late && running) {
          log.warn({ pid: running.pid }, 'PostgreSQL does not respond, stopping it')
          await stopServer(folder, running.pid)
          replaced = true
          deadline = Date.now() + START_TIMEOUT_MS
        }
        if (running || (launched && isAlive(launched))) continue
        if (launches++ === MAX_LAUNCHES) throw await notStarted('does not start')
        launched = await launchServer({ folder, logFile, port, binaries, account, settings })
        launched.on('error', (error) => log.error({ err: error }, 'PostgreSQL failed to launch')).unref()
      }
    } catch (error) {
      if (launched?.pid) await stopServer(folder, launched.pid)
      throw error
    }
  }

  async function notStarted(fault: string) {
    return new StartError(
      `PostgreSQL ${fault}. Last lines of ${logFile}:\n\n${await tail(logFile)}\n\n` +
        `The database is in ${folder}. If its files are damaged, restore a backup of ${dataDir}, ` +
        'or set DATA_DIR to an empty folder to start over. See "PostgreSQL does not start" in docs/operations.md.',
    )
  }

  async function recover(port: number) {
    log.error('connection to PostgreSQL lost, restarting it')
    while (!closing) {
      try {
        owner = await bringUp(port)
        log.info('PostgreSQL restarted')
        return
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL restart failed')
        await sleep(RETRY_MS)
      }
    }
  }

  return {
    url: urlOf(owner.port, password, 'bramble'),
    folder,
    async close() {
      closing = true
      // A server that is being restarted must be up before it can be stopped, or it would outlive us.
      await recovery
      await stopServer(folder, owner.pid)
      await owner.client.end()
    },
  }
}

type Owner = { client: pg.Client; pid: number; port: number }

/** The URL of a server that already runs on the folder. Null when there is none. */
export async function findRunningUrl(dataDir: string): Promise<string | null> {
  const running = await findRunningServer(join(dataDir, 'postgres'))
  const password = await readFile(passwordFile(dataDir), 'utf8').catch(() => null)
  return running?.port && password ? urlOf(running.port, password, 'bramble') : null
}

type NoClaim = 'taken' | 'wrong password' | 'starting up' | 'no answer'

/** A connection that owns the server, or the reason why not: `taken` when another live process owns it. */
async function claim(port: number, password: string): Promise<pg.Client | NoClaim> {
  const client = await connect(port, password)
  if (typeof client === 'string') return client
  try {
    // The connection of a process that was just killed may take a moment to close.
    for (let attempt = 0; attempt < 100; attempt++) {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [CLAIM_KEY])
      if (rows[0]?.got) {
        await ensureDatabase(client)
        return client
      }
      await sleep(30)
    }
    await client.end()
    return 'taken'
  } catch {
    return 'no answer'
  }
}

async function connect(port: number, password: string): Promise<pg.Client | Exclude<NoClaim, 'taken'>> {
  const connectionString = urlOf(port, password, 'postgres')
  const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: CONNECT_MS })
  // A lost connection also emits `end`, where it is handled.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`set application_name = 'bramble owner ${process.pid}'`)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (codeOf(error) === WRONG_PASSWORD) return 'wrong password'
    return codeOf(error) === STARTING_UP ? 'starting up' : 'no answer'
  }
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess) {
  return pid !== undefined && exitCode === null && signalCode === null
}

async function ensureDatabase(client: pg.Client) {
  const { rowCount } = await client.query(`select from pg_database where datname = 'bramble'`)
  if (rowCount === 0) await client.query('create database bramble')
}

async function ownedMessage(dataDir: string, port: number, password: string) {
  const client = await connect(port, password)
  if (typeof client === 'string') return `The data folder ${dataDir} is in use by another process.`
  const found = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1`,
    [CLAIM_KEY],
  )
  await client.end()
  const holder = found.rows[0]?.name.replace('bramble owner', 'process') ?? 'another process'
  return `The data folder ${dataDir} is in use by Bramble (${holder}). Stop it, or set DATA_DIR to another folder.`
}

function urlOf(port: number, password: string, database: string) {
  return `postgres://bramble:${password}@127.0.0.1:${port}/${database}`
}

async function tail(file: string) {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-8).join('\n')
}
