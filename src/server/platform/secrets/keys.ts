import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushFolder } from '#server/platform/blobs/folder.ts'
import { ConfigError, ignoreCode } from '#server/platform/errors.ts'
import type { Db } from '#server/platform/db.ts'
import { placeOf, resealStored } from './sealed-columns.ts'
import { KEY_BYTES, UnknownKey, type Vault, createVault } from './vault.ts'

/** Keys from the environment, the first of which encrypts; or a key file, created at the first start. */
export type EncryptionConfig = { kind: 'given'; keys: [Buffer, ...Buffer[]] } | { kind: 'file'; path: string }

const LOCK_KEY = 0x7661_756c
const PROOF = 'bramble'

/** For web processes: `prepareVault` has made sure that there is a key. */
export async function openVault(config: EncryptionConfig): Promise<Vault> {
  const vault = await vaultOf(config)
  if (!vault) throw new ConfigError([`ENCRYPTION_KEY: not set, and there is no ${pathOf(config)}`])
  return vault
}

/**
 * At startup: creates the key file of a new site, fails without the key that the database's secrets were encrypted with, and
 * re-encrypts everything that is not encrypted with the current key.
 */
export async function prepareVault(db: Db, config: EncryptionConfig): Promise<{ vault: Vault; created: boolean }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
    const used = await tx.selectFrom('encryptionKey').select(['id', 'proof']).execute()
    const found = await vaultOf(config)
    if (!found && used.length > 0) throw missing(config, used[0]?.id ?? '')
    if (!found) await createKeyFile(pathOf(config))
    const vault = found ?? (await openVault(config))
    try {
      for (const { id, proof } of used) vault.open(placeOf('encryption_key.proof', id), proof)
      await resealStored(tx, vault)
    } catch (error) {
      if (error instanceof UnknownKey) throw missing(config, error.keyId)
      throw error
    }
    // Everything is now encrypted with the current key, so earlier keys are no longer needed.
    await tx.deleteFrom('encryptionKey').where('id', '!=', vault.keyId).execute()
    const proof = vault.seal(placeOf('encryption_key.proof', vault.keyId), PROOF)
    await tx
      .insertInto('encryptionKey')
      .values({ id: vault.keyId, proof })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return { vault, created: !found }
  })
}

function missing(config: EncryptionConfig, id: string) {
  const where =
    config.kind === 'given'
      ? 'ENCRYPTION_KEY does not contain it. Add it, after the new key if you are replacing it.'
      : `it is not in ${config.path}. Restore that file from your backup, or set ENCRYPTION_KEY. With several servers, set it on each.`
  return new ConfigError([`ENCRYPTION_KEY: secrets in the database are encrypted with key ${id}, and ${where}`])
}

async function vaultOf(config: EncryptionConfig): Promise<Vault | null> {
  if (config.kind === 'given') return createVault(config.keys)
  const text = await readFile(config.path, 'utf8').catch(ignoreCode('ENOENT'))
  if (text === undefined) return null
  const key = readKey(text.trim())
  if (!key)
    throw new ConfigError([`ENCRYPTION_KEY: ${config.path} does not contain a valid key. Restore it from your backup.`])
  return createVault([key])
}

/** 32 bytes in base64 or base64url. */
export function readKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64')
  return /^[\w+/-]{43}=?$/.test(text) && key.length === KEY_BYTES ? key : null
}

/** Written to a temporary file, flushed, then renamed. The caller holds the lock. */
async function createKeyFile(path: string) {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const file = await open(unfinished, 'w', 0o600)
  await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
  await file.sync()
  await file.close()
  await rename(unfinished, path)
  await flushFolder(dirname(path))
}

function pathOf(config: EncryptionConfig) {
  return config.kind === 'file' ? config.path : 'key'
}

/** Whether the configured key opens the secrets in this database. False also when there is no key. */
export async function canOpenSecrets(db: Db, config: EncryptionConfig): Promise<boolean> {
  const used = await db.selectFrom('encryptionKey').select(['id', 'proof']).execute()
  const vault = await vaultOf(config)
  if (!vault) return used.length === 0
  try {
    for (const { id, proof } of used) vault.open(placeOf('encryption_key.proof', id), proof)
    return true
  } catch (error) {
    if (error instanceof UnknownKey) return false
    throw error
  }
}
