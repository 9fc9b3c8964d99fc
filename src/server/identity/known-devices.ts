import { DAY_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

const PURPOSE = 'known device'
const EXPIRY_DAYS = 365
/** Per browser. */
const MAX_ACCOUNTS = 5

const SEPARATOR = '~'
const ENTRY = /^([A-Za-z0-9]{20})\.([0-9]{1,6})\.([\w-]{43})$/

/**
 * The id of the requesting browser, if this account signed in with it before. The cookie does not contain the uid: it is
 * part of the signed text.
 */
export function findKnownDevice({ session, vault, now }: Ctx, uid: string): string | null {
  const today = dayOf(now())
  for (const entry of parseEntries(session.devices)) {
    const [, id = '', day = '', mac = ''] = ENTRY.exec(entry) ?? []
    const fresh = today - Number(day) <= EXPIRY_DAYS
    if (fresh && vault.verify(PURPOSE, signedText(uid, id, day), mac)) return id
  }
  return null
}

/** Remembers the browser for this account, for a year. */
export function rememberDevice(ctx: Ctx, uid: string) {
  const known = findKnownDevice(ctx, uid)
  const id = known ?? newId()
  const day = String(dayOf(ctx.now()))
  const others = parseEntries(ctx.session.devices).filter((entry) => known === null || !entry.startsWith(`${known}.`))
  const own = `${id}.${day}.${ctx.vault.sign(PURPOSE, signedText(uid, id, day))}`
  ctx.session.remember([own, ...others].slice(0, MAX_ACCOUNTS).join(SEPARATOR))
}

function parseEntries(cookie: string | null) {
  return (cookie?.split(SEPARATOR, MAX_ACCOUNTS) ?? []).filter((entry) => ENTRY.test(entry))
}

function signedText(uid: string, id: string, day: string) {
  return `${uid}\n${id}\n${day}`
}

function dayOf(at: Date) {
  return Math.floor(at.getTime() / DAY_MS)
}
