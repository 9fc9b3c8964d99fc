import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { prepareFolder } from './folder.ts'
import { freePort, launch, runningServer, stopServer } from './server.ts'

const START_PATIENCE_MS = 30_000
const MOST_LAUNCHES = 5
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

  /** Until there is a server that answers and is ours. Keeps to `port` if it has to start one. */
  async function bringUp(port: number): Promise<Owner> {
    let deadline = Date.now() + START_PATIENCE_MS
    for (let launches = 0, alive = false; ; await sleep(30)) {
      const running = await runningServer(folder)
      const claimed = running?.port ? await claim(running.port, password) : null
      if (running && claimed === 'taken') throw new Error(await ownedMessage(dataDir, running.port, password))
      if (running && claimed instanceof pg.Client) {
        claimed.once('end', () => {
          if (!closing) recovery = recover(running.port)
        })
        return { client: claimed, ...running }
      }
      if (running && Date.now() > deadline) {
        log.warn({ pid: running.pid }, 'a PostgreSQL left on the data folder does not answer; stopping it')
        await stopServer(folder, running.pid)
        deadline = Date.now() + START_PATIENCE_MS
      }
      if (running || alive) continue
      if (launches++ === MOST_LAUNCHES) {
        throw new Error(`PostgreSQL does not start. The end of ${logFile}:\n${await tail(logFile)}`)
      }
      const child = await launch({ folder, logFile, port, binaries, account, settings })
      alive = true
      const gone = () => (alive = false)
      child.once('error', gone).once('exit', gone).unref()
    }
  }

  async function recover(port: number) {
    log.error('the connection to PostgreSQL is lost; bringing it back')
    owner = await bringUp(port)
    log.info('PostgreSQL is back')
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
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8').catch(() => null)
  return running?.port && password ? urlOf(running.port, password, 'bramble') : null
}

/** A connection that owns the server, `taken` when a living process has it, null when nothing answers yet. */
async function claim(port: number, password: string): Promise<pg.Client | 'taken' | null> {
  const client = await connect(port, password)
  if (!client) return null
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
}

async function connect(port: number, password: string) {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres'), keepAlive: true })
  // A lost connection says `end` as well, and that is where it is dealt with.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`set application_name = 'bramble owner ${process.pid}'`)
    return client
  } catch {
    return null
  }
}

async function ensureDatabase(client: pg.Client) {
  const { rowCount } = await client.query(`select from pg_database where datname = 'bramble'`)
  if (rowCount === 0) await client.query('create database bramble')
}

async function ownedMessage(dataDir: string, port: number, password: string) {
  const client = await connect(port, password)
  const found = await client?.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1`,
    [CLAIM_KEY],
  )
  await client?.end()
  const holder = found?.rows[0]?.name.replace('bramble owner', 'process') ?? 'another process'
  return `The data folder ${dataDir} is in use: ${holder} runs Bramble on it. Stop that one, or set DATA_DIR to another folder.`
}

function urlOf(port: number, password: string, database: string) {
  return `postgres://bramble:${password}@127.0.0.1:${port}/${database}`
}

async function tail(file: string) {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-8).join('\n')
}
