import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError, codeOf } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { passwordFile, passwordMessage, prepareFolder } from './folder.ts'
import { freePort, launch, runningServer, stopServer } from './server.ts'

// Twice this long: for a server that was left running, then for the one that replaces it.
const START_PATIENCE_MS = 12_000
const RETRY_MS = 5_000
const MOST_LAUNCHES = 5
const WRONG_PASSWORD = '28P01'
const STARTING_UP = '57P03'
const CONNECT_MS = 5_000
// A claim belongs to a connection: when its process dies, however it dies, the claim goes with it.
const CLAIM_KEY = 0x6272_616d

export type Embedded = { url: string; folder: string; close(): Promise<void> }

type Options = { dataDir: string; log: Log; settings?: Record<string, string> }

/** The one owner of a data folder: starts PostgreSQL on it, or takes over one that a killed process left running. */
export async function openEmbedded({ dataDir, log, settings = {} }: Options): Promise<Embedded> {
  const account = await unprivilegedAccount()
  const binaries = await findBinaries(account)
  const { path: folder, password } = await prepareFolder(dataDir, binaries, account)
  const logFile = join(dataDir, 'postgres.log')
  let closing = false
  let recovery: Promise<void> | null = null
  let owner = await bringUp(await freePort())

  /** Waits for a server that answers and is ours, on `port` if it has to be launched. Throws when there is none to wait for. */
  async function bringUp(port: number): Promise<Owner> {
    let deadline = Date.now() + START_PATIENCE_MS
    let launched: ChildProcess | null = null
    let launches = 0
    let replaced = false
    try {
      for (; ; await sleep(30)) {
        const running = await runningServer(folder)
        const answer = running?.port ? await claim(running.port, password) : 'no answer'
        if (running && answer === 'taken') throw new StartError(await ownedMessage(dataDir, running.port, password))
        if (answer === 'wrong password') throw new StartError(passwordMessage(dataDir, 'has the wrong password'))
        if (running && answer instanceof pg.Client) {
          answer.once('end', () => {
            if (!closing) recovery = recover(running.port)
          })
          return { client: answer, ...running }
        }
        // After a crash it reads its log again, which takes as long as it takes.
        if (answer === 'starting up') deadline = Date.now() + START_PATIENCE_MS
        const late = Date.now() > deadline
        if (late && (replaced || !running)) throw await notStarted('does not answer')
        if (late && running) {
          log.warn({ pid: running.pid }, 'PostgreSQL on the data folder does not answer, stopping it')
          await stopServer(folder, running.pid)
          replaced = true
          deadline = Date.now() + START_PATIENCE_MS
        }
        if (running || (launched && isAlive(launched))) continue
        if (launches++ === MOST_LAUNCHES) throw await notStarted('does not start')
        launched = await launch({ folder, logFile, port, binaries, account, settings })
        launched.on('error', (error) => log.error({ err: error }, 'PostgreSQL cannot be run')).unref()
      }
    } catch (error) {
      if (launched?.pid) await stopServer(folder, launched.pid)
      throw error
    }
  }

  async function notStarted(fault: string) {
    return new StartError(
      `PostgreSQL ${fault}. The end of ${logFile}:\n\n${await tail(logFile)}\n\n` +
        `The database is in ${folder}. If its files are damaged, restore a backup of ${dataDir}, ` +
        'or set DATA_DIR to an empty folder to begin anew. See "PostgreSQL does not start" in docs/operations.md.',
    )
  }

  async function recover(port: number) {
    log.error('connection to PostgreSQL lost, starting it again')
    while (!closing) {
      try {
        owner = await bringUp(port)
        log.info('PostgreSQL is running again')
        return
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL does not start')
        await sleep(RETRY_MS)
      }
    }
  }

  return {
    url: urlOf(owner.port, password, 'bramble'),
    folder,
    async close() {
      closing = true
      // One that is coming back has to be there before it can be stopped; left alone it would outlive us.
      await recovery
      await stopServer(folder, owner.pid)
      await owner.client.end()
    },
  }
}

type Owner = { client: pg.Client; pid: number; port: number }

/** The address of a server that runs on the folder, for a command beside the site. Null when none answers. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  const running = await runningServer(join(dataDir, 'postgres'))
  const password = await readFile(passwordFile(dataDir), 'utf8').catch(() => null)
  return running?.port && password ? urlOf(running.port, password, 'bramble') : null
}

type NoClaim = 'taken' | 'wrong password' | 'starting up' | 'no answer'

/** A connection that owns the server, or why there is none: `taken` when a living process owns it. */
async function claim(port: number, password: string): Promise<pg.Client | NoClaim> {
  const client = await connect(port, password)
  if (typeof client === 'string') return client
  try {
    // The connection of a process killed just now may take a moment to end.
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
  // A lost connection emits `end` as well, and that is where it is handled.
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
  return `The data folder ${dataDir} is in use: ${holder} runs Bramble on it. Stop that one, or set DATA_DIR to another folder.`
}

function urlOf(port: number, password: string, database: string) {
  return `postgres://bramble:${password}@127.0.0.1:${port}/${database}`
}

async function tail(file: string) {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-8).join('\n')
}
