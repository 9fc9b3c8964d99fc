import { sql } from 'kysely'
import type { NotificationKind, Preference } from '#contract/notifications.ts'

/** How a kind is told to those who changed nothing. */
export const defaults: Record<NotificationKind, Omit<Preference, 'kind'>> = {
  'follow': { site: true, email: 'daily', push: false },
  'response': { site: true, email: 'now', push: true },
  'reply': { site: true, email: 'now', push: true },
  'mention': { site: true, email: 'now', push: true },
  'like': { site: true, email: 'never', push: false },
  'response-like': { site: true, email: 'never', push: false },
  'story': { site: true, email: 'daily', push: false },
  'review': { site: true, email: 'now', push: true },
  'byline': { site: true, email: 'now', push: true },
}

/** Of a row that `notification_preference as preference` is joined to from the left: whether the kind is in the list. */
export function wantsOnSite(kind: NotificationKind) {
  return sql<boolean>`coalesce(preference.site, ${defaults[kind].site}::boolean)`
}

/** The same for any way at all: whoever turned every way off is not told. */
export function wantsAnyhow(kind: NotificationKind) {
  const { site, email, push } = defaults[kind]
  return sql<boolean>`coalesce(preference.site or preference.push or preference.email <> 'never',
    ${site || push || email !== 'never'}::boolean)`
}
