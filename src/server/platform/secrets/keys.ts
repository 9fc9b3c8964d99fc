import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushFolder } from '#server/platform/blobs/folder.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import type { Db } from '#server/platform/db.ts'
import { except } from '#server/platform/errors.ts'
import { placeOf, sealStored } from './columns.ts'
import { KEY_BYTES, UnknownKey, type Vault, createVault } from './vault.ts'

/** The keys of the environment, the first of which encrypts; or a file with one, made at the first start. */
export type EncryptionConfig = { kind: 'given'; keys: [Buffer, ...Buffer[]] } | { kind: 'file'; path: string }

const ONE_START = 0x7661_756c
const PROOF = 'bramble'

/** For a process that serves: the start has seen to it that there is a key. */
export async function openVault(config: EncryptionConfig): Promise<Vault> {
  const vault = await vaultOf(config)
  if (!vault) throw new ConfigError([`ENCRYPTION_KEY: not set, and there is no ${pathOf(config)}`])
  return vault
}

/**
 * For the start of a site: makes the key file of a new site, refuses to go on without the key that the database's secrets
 * were encrypted with, and encrypts what is not encrypted with the present key.
 */
export async function prepareVault(db: Db, config: EncryptionConfig): Promise<{ vault: Vault; made: boolean }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ONE_START})`.execute(tx)
    const used = await tx.selectFrom('encryptionKey').select(['id', 'proof']).execute()
    const found = await vaultOf(config)
    if (!found && used.length > 0) throw missing(config, used[0]?.id ?? '')
    if (!found) await makeKeyFile(pathOf(config))
    const vault = found ?? (await openVault(config))
    try {
      for (const { id, proof } of used) vault.open(placeOf('encryption_key.proof', id), proof)
      await sealStored(tx, vault)
    } catch (error) {
      if (error instanceof UnknownKey) throw missing(config, error.keyId)
      throw error
    }
    // What earlier keys encrypted has been encrypted again, so they may go.
    await tx.deleteFrom('encryptionKey').where('id', '!=', vault.keyId).execute()
    const proof = vault.seal(placeOf('encryption_key.proof', vault.keyId), PROOF)
    await tx
      .insertInto('encryptionKey')
      .values({ id: vault.keyId, proof })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return { vault, made: !found }
  })
}

function missing(config: EncryptionConfig, id: string) {
  const where =
    config.kind === 'given'
      ? 'ENCRYPTION_KEY does not name it. Add it, after the new one if you are replacing it.'
      : `it is not in ${config.path}. Restore that file from your backup, or set ENCRYPTION_KEY; with several machines, set it on each.`
  return new ConfigError([`ENCRYPTION_KEY: secrets in the database are encrypted with the key ${id}, and ${where}`])
}

async function vaultOf(config: EncryptionConfig): Promise<Vault | null> {
  if (config.kind === 'given') return createVault(config.keys)
  const text = await readFile(config.path, 'utf8').catch(except('ENOENT'))
  if (text === undefined) return null
  const key = readKey(text.trim())
  if (!key) throw new ConfigError([`ENCRYPTION_KEY: ${config.path} does not hold a key. Restore it from your backup.`])
  return createVault([key])
}

/** 32 bytes in base64 or base64url. */
export function readKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64')
  return /^[\w+/-]{43}=?$/.test(text) && key.length === KEY_BYTES ? key : null
}

/** Written aside and renamed once it is on the disk: there is a whole key or none. One start at a time does this. */
async function makeKeyFile(path: string) {
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.${process.pid}`
  const file = await open(aside, 'w', 0o600)
  await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
  await file.sync()
  await file.close()
  await rename(aside, path)
  await flushFolder(dirname(path))
}

function pathOf(config: EncryptionConfig) {
  return config.kind === 'file' ? config.path : 'key'
}
