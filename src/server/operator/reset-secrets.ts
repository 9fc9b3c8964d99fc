import { ConfigError } from '#server/platform/config-error.ts'
import { deleteSealed } from '#server/platform/secrets/columns.ts'
import { prepareVault } from '#server/platform/secrets/keys.ts'
import type { Answer, Given, Surroundings } from './command.ts'
import { UsageError } from './usage-error.ts'

/** For a site whose encryption key is lost. With the right key, nothing is deleted. */
export async function resetSecrets({ db, config }: Surroundings, { confirm }: Given): Promise<Answer> {
  if (await hasRightKey({ db, config }))
    return { data: { deleted: false }, text: 'The encryption key is right, so nothing was deleted.' }
  if (!confirm)
    throw new UsageError(
      'This turns off two-step sign-in and push for everyone, and deletes all stored mail. Add --confirm to go on.',
    )
  await db.transaction().execute(deleteSealed)
  return { data: { deleted: true }, text: 'Secrets deleted. The next start makes a new key or takes ENCRYPTION_KEY.' }
}

async function hasRightKey({ db, config }: Pick<Surroundings, 'db' | 'config'>) {
  try {
    await prepareVault(db, config.encryption)
    return true
  } catch (error) {
    if (error instanceof ConfigError) return false
    throw error
  }
}
