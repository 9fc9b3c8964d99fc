import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './ready.mjs'

export function canInstallDebianPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs the first of these packages that the release has. */
export async function installDebianPackage(...names) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const get = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name], { quiet: true, env })
  const [first, ...others] = names
  const install = () => others.reduce((tried, name) => tried.catch(() => get(name)), get(first))
  // On a fresh machine the package lists are missing.
  await install().catch(() => run('apt-get', ['update'], { quiet: true, env }).then(install))
}

export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
