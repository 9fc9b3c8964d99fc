import { type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

const ALGORITHM = 'RS256'
const ROTATION_MS = 30 * 24 * HOUR_MS
/** A new key is not used before every process and verifier has had time to fetch it. */
const ACTIVATION_DELAY_MS = 10 * MINUTE_MS
const CACHE_MS = 5 * MINUTE_MS
const LOCK_KEY = 0x6b65_7973

export type GenerateKeyPair = () => ReturnType<typeof generateKeyPair>
const generateRsa: GenerateKeyPair = () => generateKeyPair(ALGORITHM, { extractable: true })

type KeysOptions = { db: Db; now: () => Date; vault: Vault; generate?: GenerateKeyPair }
type Key = { id: string; publicJwk: JWK; createdAt: Date; sealedJwk: string }

/** The keys that sign ID tokens, stored in the database and shared by all processes. */
export function createSigningKeys({ db, now, vault, generate = generateRsa }: KeysOptions) {
  let imported: { id: string; key: Awaited<ReturnType<typeof importJWK>> } | null = null
  let cached: { keys: Key[]; readAt: number } | null = null

  async function all({ maxAgeMs = CACHE_MS } = {}): Promise<Key[]> {
    // An empty list is not cached: another process may be creating the first key.
    if (cached && cached.keys.length > 0 && now().getTime() - cached.readAt < maxAgeMs) return cached.keys
    const keys = await readKeys(db)
    cached = { keys, readAt: now().getTime() }
    return keys
  }

  /** The key to sign with. Its successor is created ahead of time. */
  async function signer() {
    let keys = await all()
    const [newest] = keys
    if (!newest || now().getTime() - newest.createdAt.getTime() > ROTATION_MS) {
      await rotate()
      keys = await all({ maxAgeMs: 0 })
    }
    const active = keys.find(({ createdAt }) => now().getTime() - createdAt.getTime() > ACTIVATION_DELAY_MS)
    const key = active ?? keys.at(-1)
    if (!key) throw new Error('no signing key')
    if (imported?.id !== key.id) imported = { id: key.id, key: await privateKeyOf(key) }
    return imported
  }

  async function privateKeyOf({ id, sealedJwk }: Key) {
    const jwk: JWK = JSON.parse(vault.open(placeOf('signing_key.private_jwk', id), sealedJwk))
    return importJWK(jwk, ALGORITHM)
  }

  /** Creates a key unless another process has just done so, and deletes keys whose tokens have all expired. */
  async function rotate({ force = false } = {}) {
    const { publicKey, privateKey } = await generate()
    const jwk = await exportJWK(publicKey)
    const id = await calculateJwkThumbprint(jwk)
    const publicJwk = { ...jwk, kid: id, alg: ALGORITHM, use: 'sig' }
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
      const [newest] = await readKeys(tx)
      if (!force && newest && now().getTime() - newest.createdAt.getTime() <= ROTATION_MS) return
      await tx
        .insertInto('signingKey')
        .values({
          id,
          publicJwk: JSON.stringify(publicJwk),
          privateJwk: vault.seal(placeOf('signing_key.private_jwk', id), JSON.stringify(await exportJWK(privateKey))),
          createdAt: now(),
        })
        .execute()
      await tx
        .deleteFrom('signingKey')
        .where('createdAt', '<', new Date(now().getTime() - 2 * ROTATION_MS))
        .execute()
    })
    cached = null
  }

  return { all, signer, rotate }
}

async function readKeys(db: Db): Promise<Key[]> {
  return db
    .selectFrom('signingKey')
    .select(['id', 'publicJwk', 'privateJwk as sealedJwk', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .execute()
}
