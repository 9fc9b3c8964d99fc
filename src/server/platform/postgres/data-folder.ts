import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  access,
  chown,
  constants,
  link,
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
import { StartError, ignoreCode } from '#server/platform/errors.ts'
import type { Account } from './account.ts'
import { SHARED_FOLDER, type Binaries } from './binaries.ts'

const run = promisify(execFile)

type DataFolder = { path: string; password: string }

/** The database folder below `dataDir`, created on first use. An interrupted run leaves no partial database. */
export async function prepareFolder(dataDir: string, binaries: Binaries, account: Account | null): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true })
  const path = join(await reachableFolder(dataDir, account), 'postgres')
  const exists = await fileExists(join(path, 'PG_VERSION'))
  const password = exists ? await existingPassword(dataDir) : await newPassword(dataDir)
  if (!exists) await initialise(path, password, binaries, account)
  return { path, password }
}

export const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password')

export function passwordMessage(dataDir: string, fault: string) {
  return (
    `${passwordFile(dataDir)} ${fault}, so the database in ${dataDir} cannot be opened.\n` +
    'Restore that file from a backup of the data folder. See "Reset the database password" in docs/operations.md.'
  )
}

/** `dataDir`, or a folder outside it when `account` cannot enter `dataDir`. */
async function reachableFolder(dataDir: string, account: Account | null) {
  if (!account || (await mayEnter(dataDir, account))) return dataDir
  const pointer = join(dataDir, 'postgres')
  // The symlink is the only record of the location, so a new data folder never finds the data of a deleted one.
  const outside = join(SHARED_FOLDER, `data-${randomBytes(8).toString('hex')}`)
  await symlink(join(outside, 'postgres'), pointer).catch(ignoreCode('EEXIST'))
  const chosen = dirname(await readlink(pointer))
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

async function existingPassword(dataDir: string) {
  const password = await readFile(passwordFile(dataDir), 'utf8').catch(ignoreCode('ENOENT'))
  if (password === undefined) throw new StartError(passwordMessage(dataDir, 'is missing'))
  if (password.trim() === '') throw new StartError(passwordMessage(dataDir, 'is empty'))
  return password.trim()
}

/** Atomic: of two concurrent processes, one password wins. */
async function newPassword(dataDir: string) {
  const file = passwordFile(dataDir)
  const unfinished = `${file}.${process.pid}`
  const handle = await open(unfinished, 'w', 0o600)
  await handle.writeFile(randomBytes(24).toString('hex'))
  await handle.sync()
  await handle.close()
  // There is no database yet, so an empty file can be replaced.
  if ((await readFile(file, 'utf8').catch(() => '')).trim() === '') await rm(file, { force: true })
  // Unlike rename, link does not replace the file of a faster process.
  await link(unfinished, file).catch(ignoreCode('EEXIST'))
  await rm(unfinished)
  return readFile(file, 'utf8')
}

async function initialise(path: string, password: string, { initdb, env }: Binaries, account: Account | null) {
  const unfinished = `${path}.${process.pid}`
  const pwfile = `${unfinished}.password`
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(pwfile, password, { mode: 0o600 })
  if (account) for (const owned of [unfinished, pwfile]) await chown(owned, account.uid, account.gid)
  try {
    const settings = ['-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=und']
    const safety = ['-A', 'scram-sha-256', '-U', 'bramble', `--pwfile=${pwfile}`]
    await run(initdb, ['-D', unfinished, ...settings, ...safety], { env, cwd: '/', ...account })
    await rename(unfinished, path)
  } finally {
    await rm(pwfile, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function fileExists(path: string) {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
