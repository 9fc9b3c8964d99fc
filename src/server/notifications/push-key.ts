import { SignJWT, importJWK } from 'jose'
import { createECDH } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

const TOKEN_MS = 12 * HOUR_MS

export type PushKey = { publicKey: string; privateKey: string }

/** The pair that push services know this site by, made when it is first asked for and never changed. */
export async function pushKey(db: Db): Promise<PushKey> {
  const kept = await keptKey(db)
  if (kept) return kept
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A private number may begin with zeros, which the maker leaves out.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const made = { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
  await db
    .insertInto('pushKey')
    .values(made)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  // Another process may have been quicker.
  return (await keptKey(db)) ?? made
}

function keptKey(db: Db) {
  return db.selectFrom('pushKey').select(['publicKey', 'privateKey']).where('id', '=', 1).executeTakeFirst()
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
