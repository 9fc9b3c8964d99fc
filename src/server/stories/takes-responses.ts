import { sql } from 'kysely'
import type { Value } from '#server/platform/compiled-query.ts'

/**
 * Whether a story takes responses now: its authors decide, and the site can close those of older stories. The time is
 * that of the process, whose clock drops its cached pages when a story gets too old.
 */
export function takesResponses(now: Value<Date>) {
  return sql<boolean>`(article.takes_responses and not exists (
    select from setting where setting.key = 'responses.closeAfterDays' and (setting.value #>> '{}')::int > 0
      and article.published_at < ${now}::timestamptz - make_interval(hours => 24 * (setting.value #>> '{}')::int)))`.as(
    'takesResponses',
  )
}
