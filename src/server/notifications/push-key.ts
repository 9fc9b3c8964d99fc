import { SignJWT, importJWK } from 'jose'
import { createECDH } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

const TOKEN_MS = 12 * HOUR_MS
/** The only row. */
const ONE = 1
const PLACE = placeOf('push_key.private_key', ONE)

export type PushKey = { publicKey: string; privateKey: string }

/** The pair that push services know this site by, made when it is first asked for and never changed. */
export async function pushKey({ db, vault }: Pick<Ctx, 'db' | 'vault'>): Promise<PushKey> {
  const kept = await keptKey(db, vault)
  if (kept) return kept
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A private number may begin with zeros, which the maker leaves out.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const made = { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
  await db
    .insertInto('pushKey')
    .values({ ...made, privateKey: vault.seal(PLACE, made.privateKey) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  // Another process may have been quicker.
  return (await keptKey(db, vault)) ?? made
}

async function keptKey(db: Db, vault: Vault): Promise<PushKey | null> {
  const key = await db
    .selectFrom('pushKey')
    .select(['publicKey', 'privateKey'])
    .where('id', '=', ONE)
    .executeTakeFirst()
  return key ? { ...key, privateKey: vault.open(PLACE, key.privateKey) } : null
}

/** RFC 8292: says to a push service who sends, and that it may send there. */
export async function vapid({ site, now }: Pick<Ctx, 'site' | 'now'>, key: PushKey, endpoint: string) {
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

/** Whom a push service may ask. Some take no plain http, which is only found while developing. */
function contact({ origin, base }: Ctx['site']) {
  return origin.startsWith('https:') ? origin + base : `mailto:no-reply@${new URL(origin).hostname}`
}
