-- Search finds stories by the names on their byline. Each search looks the names up in `person`, so a new
-- name counts at once; the index holds the ids: '@a…' for the author, as before, and '@b…' for each co-author.
create function search_marks(published_at timestamptz, author_id text, category_id text, tag_ids text[], co_author_ids text[])
returns tsvector language sql stable
return array_to_tsvector(
  array_remove(array['@' || to_char(published_at at time zone 'UTC', 'YYYYMM'), '@a' || author_id, '@c' || category_id], null)
  || array(select '@t' || tag_id from unnest(tag_ids) as tag_id)
  || array(select '@b' || co_author_id from unnest(co_author_ids) as co_author_id));

create or replace function search_put(ids text[]) returns void language sql
begin atomic
  with shown as (
    select article.id, article.published_at, article.author_id, article.category_id, article.title, article.subtitle,
           article.plain, search_language(article.language) as language,
           coalesce(array_agg(tag.id order by position) filter (where tag.id is not null), '{}') as tag_ids,
           coalesce(string_agg(tag.name, ' . ' order by position), '') as tags,
           array(select person_id from article_co_author where article_co_author.article_id = article.id) as co_author_ids
    from article left join article_tag on article_id = article.id left join tag on tag.id = tag_id
    where article.id = any (ids) and state = 'published'
    group by article.id
  ), headed as materialized (
    select *, search_head(language, title, subtitle, tags)
              || search_marks(published_at, author_id, category_id, tag_ids, co_author_ids) as head
    from shown
  ), made as materialized (
    select *, search_document(language, head, plain) as document from headed
  ), put as (
    insert into story_search as stored (article_id, published_at, author_id, category_id, tag_ids, language, title, head, document)
    select id, published_at, author_id, category_id, tag_ids, language, search_fold(title), head, document from made
    on conflict (article_id) do update set
      (published_at, author_id, category_id, tag_ids, language, title, head, document) =
      (excluded.published_at, excluded.author_id, excluded.category_id, excluded.tag_ids, excluded.language,
       excluded.title, excluded.head, excluded.document)
  )
  select search_count(made.document, coalesce(before.document, '')) from made left join story_search as before on before.article_id = made.id;
end;
drop function search_marks(timestamptz, text, text, text[]);

select search_put(array(select distinct article_id from article_co_author where published_at is not null));
