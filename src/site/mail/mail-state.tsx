import type { MailState } from '#contract/mail/mail-states.ts'
import { Badge } from '#site/ui/badge.tsx'

export const mailStateNames: Record<MailState, string> = {
  delivered: 'Delivered',
  waiting: 'Waiting',
  failed: 'Failed',
  undelivered: 'Not delivered',
}
const tones = { delivered: 'primary', waiting: 'neutral', failed: 'danger', undelivered: 'warning' } as const

export function MailStateBadge({ state }: { state: MailState }) {
  return <Badge tone={tones[state]}>{mailStateNames[state]}</Badge>
}

/** `sign-in` as “Sign in”. */
export function describeKind(kind: string) {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
