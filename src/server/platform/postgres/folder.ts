import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  access,
  chown,
  constants,
  mkdir,
  open,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { except } from '#server/platform/errors.ts'
import type { Account } from './account.ts'
import { SHARED_FOLDER, type Binaries } from './binaries.ts'

const run = promisify(execFile)

export type DataFolder = { path: string; password: string }

/** The database's own folder below `dataDir`, made on first use. Killed half-way, it leaves nothing behind that counts. */
export async function prepareFolder(dataDir: string, binaries: Binaries, account: Account | null): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true })
  const password = await keptPassword(dataDir)
  const path = join(await reachableFolder(dataDir, account), 'postgres')
  if (!(await exists(join(path, 'PG_VERSION')))) await initialise(path, password, binaries, account)
  return { path, password }
}

/** The folder that holds the data: `dataDir`, or one outside when `dataDir` lies where `account` may not go. */
async function reachableFolder(dataDir: string, account: Account | null) {
  if (!account || (await mayEnter(dataDir, account))) return dataDir
  const link = join(dataDir, 'postgres')
  // The link is the only record of the place, so a deleted data folder never finds its old data again.
  const outside = join(SHARED_FOLDER, `data-${randomBytes(8).toString('hex')}`)
  await symlink(join(outside, 'postgres'), link).catch(except('EEXIST'))
  const chosen = dirname(await readlink(link))
  await mkdir(chosen, { recursive: true, mode: 0o755 })
  return chosen
}

async function mayEnter(folder: string, account: Account) {
  return run(process.execPath, ['-e', 'process.chdir(process.argv[1])', resolve(folder)], {
    cwd: '/',
    ...account,
  }).then(
    () => true,
    () => false,
  )
}

async function keptPassword(dataDir: string) {
  const file = join(dataDir, 'postgres-password')
  try {
    // `wx` fails when the file is there, so of two processes only one decides.
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(randomBytes(24).toString('hex'))
    await handle.sync()
    await handle.close()
  } catch (error) {
    except('EEXIST')(error)
  }
  return readFile(file, 'utf8')
}

async function initialise(path: string, password: string, { initdb, env }: Binaries, account: Account | null) {
  const unfinished = `${path}.${process.pid}`
  const passwordFile = `${unfinished}.password`
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) for (const owned of [unfinished, passwordFile]) await chown(owned, account.uid, account.gid)
  try {
    const settings = ['-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=und']
    const safety = ['-A', 'scram-sha-256', '-U', 'bramble', `--pwfile=${passwordFile}`]
    await run(initdb, ['-D', unfinished, ...settings, ...safety], { env, cwd: '/', ...account })
    await rename(unfinished, path)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function exists(path: string) {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
