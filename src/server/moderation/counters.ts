import { sql } from 'kysely'
import type { Counter } from '#server/platform/counters.ts'

export const moderationCounters: readonly Counter[] = [
  {
    table: 'moderation_case',
    column: 'report_count',
    actual: sql`select case moderation_case.kind
      when 'response' then (select count(*) from response_report
        where response_id = moderation_case.response_id and resolved_at is null)
      when 'story' then (select count(*) from story_report
        where article_id = moderation_case.article_id and resolved_at is null)
      else (select count(*) from person_report
        where person_report.person_id = moderation_case.person_id and resolved_at is null) end::int`,
    tags: () => [],
  },
]
