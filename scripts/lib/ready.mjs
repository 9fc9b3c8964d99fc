// Preparation for every command. Plain Node, because dependencies may not be installed yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const MIN_NODE = [20, 19]
const OLD_BUILDS = 2
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return
  console.error(`Bramble needs Node ${MIN_NODE.join('.')} or later. This is Node ${process.versions.node}.`)
  process.exit(1)
}

/** Installs dependencies if the lockfile has changed since the last install. Needs no network otherwise. */
export async function installIfNeeded() {
  const stamp = join(root, 'node_modules', '.bramble-installed')
  const wanted = hashOf([join(root, 'package.json'), join(root, 'package-lock.json')])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await withProgress('Installing', () =>
    run(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'], { quiet: true }),
  )
  writeFileSync(stamp, hashOf([join(root, 'package.json'), join(root, 'package-lock.json')]))
}

/**
 * The folder of the build of the current sources, which is built if necessary.
 * Each build has its own folder, so that a new build does not affect a running site.
 * A fast build, for tests only, compresses less.
 */
export async function buildIfStale({ fast = false } = {}) {
  const sources = ['src', 'public', 'scripts/build.mjs', 'vite.config.ts', 'package-lock.json']
  const name = hashOf(sources.flatMap((path) => filesBelow(join(root, path)))).slice(0, 16)
  const folder = join(root, 'dist', fast ? `${name}-fast` : name)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  process.once('exit', () => rmSync(unfinished, { recursive: true, force: true }))
  await withProgress('Building', () =>
    run(process.execPath, ['scripts/build.mjs', unfinished, ...(fast ? ['--fast'] : [])], { quiet: true }),
  )
  // A rename is atomic: there is a complete build or none.
  if (!existsSync(folder)) renameSync(unfinished, folder)
  removeOldBuilds(folder)
  return folder
}

function removeOldBuilds(newest) {
  const age = (path) => statSync(path).mtimeMs
  const builds = readdirSync(join(root, 'dist')).map((name) => join(root, 'dist', name))
  const old = builds.filter((path) => path !== newest).toSorted((a, b) => age(b) - age(a))
  for (const path of old.slice(OLD_BUILDS)) rmSync(path, { recursive: true, force: true })
}

/** Runs a program in the project folder. With `quiet`, its output is shown only if it fails. */
export async function run(command, args, { quiet = false, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += piece))
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done))
  if (code === 0) return output
  throw new Error(`${command} ${args.join(' ')} failed (${code})\n${output.slice(-4000)}`)
}

/** Shows progress on stderr: a running counter on a terminal, two lines elsewhere. */
export async function withProgress(what, work) {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const live = process.stderr.isTTY
  process.stderr.write(live ? `  ${what} …` : `  ${what} …\n`)
  const timer = live && setInterval(() => process.stderr.write(`\r  ${what} … ${seconds()} s`), 1000)
  try {
    const result = await work()
    process.stderr.write(live ? `\r  ${what} … done in ${seconds()} s\n` : `  ${what}: done in ${seconds()} s\n`)
    return result
  } catch (error) {
    process.stderr.write('\n')
    console.error(error.message)
    process.exit(1)
  } finally {
    clearInterval(timer)
  }
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  const entries = readdirSync(join(path, '..'), { withFileTypes: true })
  const self = entries.find(({ name }) => join(path, '..', name) === path)
  if (!self?.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(relative(root, path))
      .update('\0')
      .update(existsSync(path) ? readFileSync(path) : '')
  return hash.digest('hex')
}
