import { SignJWT, importJWK } from 'jose'
import { createECDH } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

const TOKEN_MS = 12 * HOUR_MS
/** The table has a single row. */
const KEY_ID = 1
const PLACE = placeOf('push_key.private_key', KEY_ID)

export type PushKey = { publicKey: string; privateKey: string }

/** The VAPID key pair, generated on first use and never changed. */
export async function getPushKey({ db, vault }: Pick<Ctx, 'db' | 'vault'>): Promise<PushKey> {
  const stored = await findStoredKey(db, vault)
  if (stored) return stored
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Node omits leading zeros of the private key.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const created = { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
  await db
    .insertInto('pushKey')
    .values({ ...created, privateKey: vault.seal(PLACE, created.privateKey) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  // Another process may have inserted its key first.
  return (await findStoredKey(db, vault)) ?? created
}

async function findStoredKey(db: Db, vault: Vault): Promise<PushKey | null> {
  const key = await db
    .selectFrom('pushKey')
    .select(['publicKey', 'privateKey'])
    .where('id', '=', KEY_ID)
    .executeTakeFirst()
  return key ? { ...key, privateKey: vault.open(PLACE, key.privateKey) } : null
}

/** The `Authorization` header of RFC 8292 (VAPID). */
export async function vapidHeader({ site, now }: Pick<Ctx, 'site' | 'now'>, key: PushKey, endpoint: string) {
  const point = Buffer.from(key.publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: key.privateKey,
  }
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor((now().getTime() + TOKEN_MS) / SECOND_MS))
    .setSubject(contact(site))
    .sign(await importJWK(jwk, 'ES256'))
  return `vapid t=${token}, k=${key.publicKey}`
}

/** The contact of the sender. Some push services reject plain http, which only occurs in development. */
function contact({ origin, base }: Ctx['site']) {
  return origin.startsWith('https:') ? origin + base : `mailto:no-reply@${new URL(origin).hostname}`
}
