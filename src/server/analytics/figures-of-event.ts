/*
 * What an event counts for, in SQL that PostgreSQL and ClickHouse both understand, so that both count alike. Each figure is
 * a scope (the site, '', or a story), a dimension, a value of it, and whether it is counted by hour too. Without a scope or a
 * value there is nothing to count.
 */

export const VIEWS = `'view', 'read'`
export const FIGURES_OF_VIEWS = `
  ('', 'total', '', true), ('', 'path', path, true), ('', 'page', page, true), ('', 'story', article_id, true),
  ('', 'source', source, true), ('', 'referrer', nullif(referrer, ''), false),
  ('', 'campaign', nullif(campaign, ''), false), ('', 'device', device, true), ('', 'language', language, true),
  ('', 'country', nullif(country, ''), true),
  ('', 'step', case when article_id is not null then 'story' end, false),
  (article_id, 'total', '', false), (article_id, 'source', source, false),
  (article_id, 'referrer', nullif(referrer, ''), false), (article_id, 'campaign', nullif(campaign, ''), false),
  (article_id, 'device', device, false), (article_id, 'language', language, false),
  (article_id, 'country', nullif(country, ''), false)`

export const ACTIONS = `'search', 'share', 'step', 'sign-up', 'follow'`
export const FIGURES_OF_ACTIONS = `
  ('', 'search', case when kind = 'search' then name end, false),
  ('', 'search-empty', case when kind = 'search' and value = 0 then name end, false),
  ('', 'share', case when kind = 'share' then name end, false),
  (article_id, 'share', case when kind = 'share' then name end, false),
  ('', 'step', case when kind = 'step' then name when kind = 'sign-up' then kind end, false),
  ('', 'follow', case when kind = 'follow' then '' end, false),
  (article_id, 'follow', case when kind = 'follow' then '' end, false)`
