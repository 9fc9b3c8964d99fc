import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A temporary data folder for an embedded PostgreSQL. When tests run as root, PostgreSQL runs as another account: in a
 * folder that this account cannot enter, the data would go to a shared folder and outlive the tests.
 */
export async function aDataFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-data-'))
  await chmod(folder, 0o755)
  return folder
}
