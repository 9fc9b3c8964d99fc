import type { Ctx } from '#server/platform/ctx.ts'
import { findKnownDevice } from './known-devices.ts'

/** Applied here and not at the API, which cannot tell whether the device is known. */
const limitByAddress = { 'attempts': 'sign-in', 'codes': 'sign-in', 'mail-to': 'mail' } as const

/** The email or uid the caller gave, and the uid of the account if it exists. */
type Target = { name: string; uid: string | null }

/**
 * Rate-limits guesses at an account's secrets. A known device has its own limit, so strangers cannot exhaust it. Unknown
 * devices are limited by IP address, by account and IP address, and by account over all addresses, which slows down
 * distributed guessing.
 */
export function limitAttempts(ctx: Ctx, kind: 'attempts' | 'codes', target: Target) {
  const device = target.uid === null ? null : findKnownDevice(ctx, target.uid)
  return take(ctx, kind, { own: device && `device ${device}`, name: target.name })
}

/**
 * Rate-limits mail to an email address. Requests by its owner, signed in or from a known device, have their own limit, so
 * strangers cannot exhaust it.
 */
export function limitMailTo(ctx: Ctx, { name, uid }: Target, { signedIn = false } = {}) {
  const owner = uid !== null && (signedIn || findKnownDevice(ctx, uid) !== null)
  return take(ctx, 'mail-to', { own: owner ? `account ${uid}` : null, name })
}

async function take(
  { limits, session }: Ctx,
  kind: 'attempts' | 'codes' | 'mail-to',
  { own, name }: { own: string | null; name: string },
) {
  if (own !== null) return limits.take(kind, own)
  // In this order, so that an IP address over its own limit does not use up the shared one.
  await limits.take(limitByAddress[kind], session.address)
  await limits.take(kind, `${name} ${session.address}`)
  await limits.take(`${kind}-unknown`, name)
}
