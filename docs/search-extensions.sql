-- For a site that was set up where `unaccent` and `pg_trgm` could not be created. Once an administrator of the database
-- has created one of them or both, run this as the site's own user; run twice, it does no harm.
begin;

-- Accents are folded, before a word is stemmed or kept as it is.
do $$
declare
  folds constant text := (select format('%I.unaccent', nspname) from pg_extension join pg_namespace n on n.oid = extnamespace
                          where extname = 'unaccent');
  kinds constant text := 'asciiword, asciihword, hword_asciipart, word, hword, hword_part, numword, numhword, hword_numpart';
  known record;
begin
  if folds is null then return; end if;
  execute format('create or replace function search_fold(written text) returns text language sql immutable parallel safe strict
                  return lower(%s(%L, written))', folds, folds);
  for known in
    select cfgname as name,
           array_agg(format('%s.%I', dictnamespace::regnamespace, dictname) order by mapseqno) as dictionaries
    from pg_ts_config join pg_ts_config_map on mapcfg = pg_ts_config.oid join pg_ts_dict on pg_ts_dict.oid = mapdict
    where cfgname like 'search\_%' and pg_ts_config_is_visible(pg_ts_config.oid) and maptokentype = 1
    group by pg_ts_config.oid, cfgname
  loop
    continue when folds = any (known.dictionaries);
    execute format('alter text search configuration %I alter mapping for %s with %s', known.name, kinds,
      array_to_string(known.dictionaries[:cardinality(known.dictionaries) - 1] || folds
                      || known.dictionaries[cardinality(known.dictionaries):], ', '));
  end loop;
end $$;
reindex index person_search;
reindex index person_about;
reindex index tag_search;

-- Words and names that look alike.
do $$ begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index if not exists person_like on person using gin (search_fold(name) gin_trgm_ops) with (fastupdate = off)
      where story_count > 0 and disabled_at is null;
    create index if not exists tag_like on tag using gin (search_fold(name) gin_trgm_ops) with (fastupdate = off)
      where story_count > 0;
    create index if not exists search_word_like on search_word using gin (word gin_trgm_ops) with (fastupdate = off);
    reindex index person_like;
    reindex index tag_like;
  end if;
end $$;

select search_put(array(select id from article where state = 'published'));
commit;
