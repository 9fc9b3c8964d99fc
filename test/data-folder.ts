import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A temporary data folder for an embedded PostgreSQL. When tests run as root, PostgreSQL runs as another user. If that user
 * could not enter the folder, the data would be stored in a shared folder and survive the tests.
 */
export async function aDataFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-data-'))
  await chmod(folder, 0o755)
  return folder
}
