import { calloutTones } from '#contract/document/schema.ts'

export type CalloutTone = (typeof calloutTones)[number]

/** The label of GitHub's alerts, such as `[!NOTE]`, without regard to case. Its group is the kind. */
export const alertSource = `\\[!(${calloutTones.join('|')}|caution)\\]`

/** The tone of a callout for a kind of alert. A caution has no tone of its own. */
export function toneOfAlert(kind = ''): CalloutTone | null {
  const name = kind.toLowerCase()
  return calloutTones.find((tone) => tone === name) ?? (name === 'caution' ? 'warning' : null)
}
