import { sql } from 'kysely'

/** Whether a story takes responses now: its authors decide, and the site can close those of older stories. */
export function takesResponses() {
  return sql<boolean>`(article.takes_responses and not exists (
    select from setting where setting.key = 'responses.closeAfterDays' and (setting.value #>> '{}')::int > 0
      and article.published_at < now() - make_interval(days => (setting.value #>> '{}')::int)))`.as('takesResponses')
}
