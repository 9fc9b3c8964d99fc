import { DAY_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

const PURPOSE = 'known device'
const KNOWN_DAYS = 365
/** The accounts that one browser may be known to. */
const MOST_ACCOUNTS = 5

const BETWEEN = '~'
const ENTRY = /^([A-Za-z0-9]{20})\.([0-9]{1,6})\.([\w-]{43})$/

/**
 * The id of the browser that asks, if this account signed in with it before. The cookie names no account: only the one
 * that its signature was made for matches.
 */
export function knownDevice({ session, vault, now }: Ctx, uid: string): string | null {
  const today = dayOf(now())
  for (const entry of entriesOf(session.devices)) {
    const [, id = '', day = '', mac = ''] = ENTRY.exec(entry) ?? []
    const fresh = today - Number(day) <= KNOWN_DAYS
    if (fresh && vault.verify(PURPOSE, signed(uid, id, day), mac)) return id
  }
  return null
}

/** Makes the browser known to this account, for a year from now. */
export function rememberDevice(ctx: Ctx, uid: string) {
  const known = knownDevice(ctx, uid)
  const id = known ?? newId()
  const day = String(dayOf(ctx.now()))
  const others = entriesOf(ctx.session.devices).filter((entry) => known === null || !entry.startsWith(`${known}.`))
  const own = `${id}.${day}.${ctx.vault.sign(PURPOSE, signed(uid, id, day))}`
  ctx.session.remember([own, ...others].slice(0, MOST_ACCOUNTS).join(BETWEEN))
}

function entriesOf(cookie: string | null) {
  return (cookie?.split(BETWEEN, MOST_ACCOUNTS) ?? []).filter((entry) => ENTRY.test(entry))
}

function signed(uid: string, id: string, day: string) {
  return `${uid}\n${id}\n${day}`
}

function dayOf(at: Date) {
  return Math.floor(at.getTime() / DAY_MS)
}
