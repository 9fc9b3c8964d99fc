import type { Ctx } from '#server/platform/ctx.ts'
import { knownDevice } from './known-devices.ts'

/** Taken here and not at the api, which does not know whether the device is known. */
const byAddress = { 'attempts': 'sign-in', 'codes': 'sign-in', 'mail-to': 'mail' } as const

/** An account by the name that was given for it, and its uid if there is one. */
type Target = { name: string; uid: string | null }

/**
 * Counts a try at a secret of an account. A known device has a count of its own, which strangers cannot use up. Unknown
 * ones are counted by address, by account and address, and together up to a ceiling that makes guessing from many
 * addresses slow.
 */
export function limitAttempts(ctx: Ctx, kind: 'attempts' | 'codes', target: Target) {
  const device = target.uid === null ? null : knownDevice(ctx, target.uid)
  return take(ctx, kind, { own: device && `device ${device}`, name: target.name })
}

/**
 * Counts a mail to an address. What its owner asks for, signed in or from a known device, has an allowance of its own:
 * strangers cannot use it up, and both together stay a handful an hour.
 */
export function limitMailTo(ctx: Ctx, { name, uid }: Target, { signedIn = false } = {}) {
  const owner = uid !== null && (signedIn || knownDevice(ctx, uid) !== null)
  return take(ctx, 'mail-to', { own: owner ? `account ${uid}` : null, name })
}

async function take(
  { limits, session }: Ctx,
  kind: 'attempts' | 'codes' | 'mail-to',
  { own, name }: { own: string | null; name: string },
) {
  if (own !== null) return limits.take(kind, own)
  // In this order, so that an address that has had its share takes nothing from the ceiling.
  await limits.take(byAddress[kind], session.address)
  await limits.take(kind, `${name} ${session.address}`)
  await limits.take(`${kind}-unknown`, name)
}
