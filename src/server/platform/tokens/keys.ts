import { type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import { placeOf } from '#server/platform/secrets/columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

const ALGORITHM = 'RS256'
const SIGNS_FOR_MS = 30 * 24 * HOUR_MS
/** A new key waits this long, until every process and every verifier has had time to fetch it. */
const WAITS_MS = 10 * MINUTE_MS
const REREAD_MS = 5 * MINUTE_MS
const ONE_ROTATION = 0x6b65_7973

export type GenerateKeyPair = () => ReturnType<typeof generateKeyPair>
const generateOwn: GenerateKeyPair = () => generateKeyPair(ALGORITHM, { extractable: true })

type KeysOptions = { db: Db; now: () => Date; vault: Vault; generate?: GenerateKeyPair }
type Key = { id: string; publicJwk: JWK; createdAt: Date; sealedJwk: string }

/** The keys that sign ID tokens. They live in the database, so every process signs with the same ones. */
export function createKeys({ db, now, vault, generate = generateOwn }: KeysOptions) {
  let imported: { id: string; key: Awaited<ReturnType<typeof importJWK>> } | null = null
  let held: { keys: Key[]; readAt: number } | null = null

  async function all({ atMost = REREAD_MS } = {}): Promise<Key[]> {
    // That there is none is not worth remembering: another process may be making the first.
    if (held && held.keys.length > 0 && now().getTime() - held.readAt < atMost) return held.keys
    const keys = await readKeys(db)
    held = { keys, readAt: now().getTime() }
    return keys
  }

  /** The key to sign with; a new one is made ahead of time, and the first one at once. */
  async function signer() {
    let keys = await all()
    const [newest] = keys
    if (!newest || now().getTime() - newest.createdAt.getTime() > SIGNS_FOR_MS) {
      await rotate()
      keys = await all({ atMost: 0 })
    }
    const known = keys.find(({ createdAt }) => now().getTime() - createdAt.getTime() > WAITS_MS)
    const key = known ?? keys.at(-1)
    if (!key) throw new Error('There is no key to sign with')
    if (imported?.id !== key.id) imported = { id: key.id, key: await privateKeyOf(key) }
    return imported
  }

  async function privateKeyOf({ id, sealedJwk }: Key) {
    const jwk: JWK = JSON.parse(vault.open(placeOf('signing_key.private_jwk', id), sealedJwk))
    return importJWK(jwk, ALGORITHM)
  }

  /** Makes a key unless another process has just done so, and drops those that nothing alive was signed with. */
  async function rotate({ force = false } = {}) {
    const { publicKey, privateKey } = await generate()
    const jwk = await exportJWK(publicKey)
    const id = await calculateJwkThumbprint(jwk)
    const publicJwk = { ...jwk, kid: id, alg: ALGORITHM, use: 'sig' }
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${ONE_ROTATION})`.execute(tx)
      const [newest] = await readKeys(tx)
      if (!force && newest && now().getTime() - newest.createdAt.getTime() <= SIGNS_FOR_MS) return
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
        .where('createdAt', '<', new Date(now().getTime() - 2 * SIGNS_FOR_MS))
        .execute()
    })
    held = null
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
