import { ConfigError } from '#server/platform/errors.ts'
import { deleteSealed } from '#server/platform/secrets/sealed-columns.ts'
import { prepareVault } from '#server/platform/secrets/keys.ts'
import { type CommandArgs, type CommandContext, type CommandResult, UsageError } from './command.ts'

/** For a site whose encryption key is lost. Deletes nothing when the key is correct. */
export async function resetSecrets({ db, config }: CommandContext, { confirm }: CommandArgs): Promise<CommandResult> {
  if (await hasRightKey({ db, config }))
    return { data: { deleted: false }, text: 'The encryption key is correct. Nothing was deleted.' }
  if (!confirm)
    throw new UsageError(
      'This turns off two-step sign-in and push for everyone, and deletes all stored mail, the SMTP password, the client ' +
        'secrets of sign-in providers and the signing secrets of webhooks. Add --confirm to continue.',
    )
  await db.transaction().execute(deleteSealed)
  return { data: { deleted: true }, text: 'Secrets deleted. The next start creates a new key or uses ENCRYPTION_KEY.' }
}

async function hasRightKey({ db, config }: Pick<CommandContext, 'db' | 'config'>) {
  try {
    await prepareVault(db, config.encryption)
    return true
  } catch (error) {
    if (error instanceof ConfigError) return false
    throw error
  }
}
