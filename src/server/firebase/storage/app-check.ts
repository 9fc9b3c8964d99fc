import type { FastifyRequest } from 'fastify'
import { APP_CHECK_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { isAuthorizedOrigin } from '#server/identity/continue-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const PURPOSE = 'app check'
const FORM = /^(\d{1,12})\.([\w-]{1,400})\.([\w-]{43})$/

type Asking = Pick<Ctx, 'vault' | 'now' | 'site' | 'identity'>

/** A token for the page that asks: one of this site, or of an authorized domain. Browsers do not let a page forge its origin. */
export function issueAppCheckToken(ctx: Asking, { headers }: Pick<FastifyRequest, 'headers'>) {
  const { origin } = headers
  if (!isAuthorizedOrigin(ctx, origin)) throw new Refusal('unauthorized-domain')
  const expires = Math.floor((ctx.now().getTime() + APP_CHECK_MS) / SECOND_MS)
  const text = `${expires}.${Buffer.from(origin).toString('base64url')}`
  return { token: `${text}.${ctx.vault.sign(PURPOSE, text)}`, ttl: `${APP_CHECK_MS / SECOND_MS}s` }
}

/** Refuses a request without a valid token. A token is bound to the origin that it was issued to. */
export function requireAppCheck(ctx: Asking, { headers }: Pick<FastifyRequest, 'headers'>) {
  const given = headers['x-firebase-appcheck']
  const [, expires = '', place = '', mac = ''] = FORM.exec(typeof given === 'string' ? given : '') ?? []
  const origin = Buffer.from(place, 'base64url').toString()
  const valid =
    expires !== '' &&
    ctx.vault.verify(PURPOSE, `${expires}.${place}`, mac) &&
    Number(expires) * SECOND_MS > ctx.now().getTime() &&
    isAuthorizedOrigin(ctx, origin) &&
    // Browsers send no origin with a GET of the same site.
    (headers.origin === undefined || headers.origin === origin)
  if (!valid) throw new Refusal('invalid-app-check')
}
