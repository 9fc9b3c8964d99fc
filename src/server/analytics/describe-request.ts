import { isbot } from 'isbot'
import type { DeviceName } from '#contract/analytics/analytics.ts'
import type { Session } from '#server/platform/ctx.ts'

const TABLET = /ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i
const PHONE = /mobi|iphone|ipod|windows phone|blackberry|opera mini/i
const TELEVISION = /smart-?tv|appletv|googletv|hbbtv|netcast|web0s|bravia|roku|aftt|crkey/i

/** Whether a request comes from a program rather than a person, or from a person who opted out. */
export function isExcluded({ device, doNotTrack, viewAs }: Pick<Session, 'device' | 'doNotTrack' | 'viewAs'>) {
  return device === '' || doNotTrack || viewAs !== null || isbot(device)
}

export function deviceOf(agent: string): DeviceName {
  if (TELEVISION.test(agent)) return 'television'
  if (TABLET.test(agent)) return 'tablet'
  return PHONE.test(agent) ? 'phone' : 'desktop'
}

/** The language that the browser prefers, without its region. Empty when it names none. */
export function languageOf(accepted: string) {
  const first = accepted.split(/[,;]/, 1)[0]?.trim().split('-', 1)[0]?.toLowerCase() ?? ''
  return /^[a-z]{2,3}$/.test(first) ? first : ''
}
