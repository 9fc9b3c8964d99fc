-- Search: the words of every story that readers see, kept beside the story by the transaction that shows or hides it.
-- Accents are folded by `unaccent`, typing mistakes are found by `pg_trgm`. Where a server does not permit them, search
-- does without: the site says so when it starts.
do $$ begin
  create extension if not exists unaccent;
exception when others then raise warning 'unaccent is not available: %', sqlerrm;
end $$;
do $$ begin
  create extension if not exists pg_trgm;
exception when others then raise warning 'pg_trgm is not available: %', sqlerrm;
end $$;

-- For each language that the server can stem there are two configurations: `search_german` makes stems, and
-- `search_german_words` leaves words as they are written. Both fold accents and leave out words that say nothing;
-- `search_simple` leaves out nothing.
do $$
declare
  folds  text := (select format('%I.unaccent, ', nspname) from pg_extension join pg_namespace n on n.oid = extnamespace
                  where extname = 'unaccent');
  kinds  constant text := 'asciiword, asciihword, hword_asciipart, word, hword, hword_part, numword, numhword, hword_numpart';
  found  record;
  leaves text;
begin
  folds := coalesce(folds, '');
  execute format($f$
    create function search_fold(written text) returns text language sql immutable parallel safe strict
    return lower(%s) $f$,
    case when folds = '' then 'written'
         else format('%1$s(%2$L, written)', rtrim(folds, ', '), rtrim(folds, ', ')) end);
  create text search configuration search_simple (copy = pg_catalog.simple);
  execute format('alter text search configuration search_simple alter mapping for %s with %ssimple', kinds, folds);
  create text search configuration search_simple_words (copy = search_simple);

  for found in
    select cfgname as name, substring(dictinitoption from 'stopwords = ''(\w+)''') as stopwords
    from pg_ts_config left join pg_ts_dict on dictname = cfgname || '_stem' and dictnamespace = cfgnamespace
    where cfgnamespace = 'pg_catalog'::regnamespace and cfgname <> 'simple'
  loop
    leaves := '';
    if found.stopwords is not null then
      execute format('create text search dictionary search_%s_stop (template = pg_catalog.simple, stopwords = %L, accept = false)',
                     found.name, found.stopwords);
      leaves := format('search_%s_stop, ', found.name);
    end if;
    execute format('create text search configuration search_%s (copy = search_simple)', found.name);
    execute format('alter text search configuration search_%1$s alter mapping for %2$s with %3$s%4$s%1$s_stem',
                   found.name, kinds, leaves, folds);
    execute format('create text search configuration search_%s_words (copy = search_simple)', found.name);
    execute format('alter text search configuration search_%s_words alter mapping for %s with %s%ssimple',
                   found.name, kinds, leaves, folds);
  end loop;
end $$;

-- The language of an article, as the configurations call it.
create function search_language(tag text) returns text language sql stable parallel safe
return coalesce((
  select name from (values
    ('ar', 'arabic'), ('hy', 'armenian'), ('eu', 'basque'), ('ca', 'catalan'), ('da', 'danish'), ('nl', 'dutch'),
    ('en', 'english'), ('et', 'estonian'), ('fi', 'finnish'), ('fr', 'french'), ('de', 'german'), ('el', 'greek'),
    ('hi', 'hindi'), ('hu', 'hungarian'), ('id', 'indonesian'), ('ga', 'irish'), ('it', 'italian'),
    ('lt', 'lithuanian'), ('ne', 'nepali'), ('no', 'norwegian'), ('nb', 'norwegian'), ('nn', 'norwegian'),
    ('pl', 'polish'), ('pt', 'portuguese'), ('ro', 'romanian'), ('ru', 'russian'), ('sr', 'serbian'), ('es', 'spanish'),
    ('sv', 'swedish'), ('ta', 'tamil'), ('tr', 'turkish'), ('yi', 'yiddish')) as known (code, name)
  where code = lower(split_part(tag, '-', 1)) 
    and exists (select from pg_ts_config where cfgname = 'search_' || name and pg_ts_config_is_visible(oid))), 'simple');

-- Words and nothing else: what PostgreSQL would take for an address, a path or a number with a sign falls into its parts.
-- Scripts without spaces become single letters, so that a word in them can be found as letters that follow each other.
create function search_clean(written text) returns text language sql immutable parallel safe strict
return regexp_replace(regexp_replace(written, '[-./_:@+&<>~%=?#,'']', ' ', 'g'),
  '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', ' \1 ', 'g');

create table story_search (
  article_id   text primary key references article on delete cascade,
  -- What results are counted and ordered by, without their articles.
  published_at timestamptz(3) not null,
  author_id    text not null references person on delete cascade,
  category_id  text references category on delete set null,
  tag_ids      text[] not null,
  language     text not null,
  title        text not null,
  -- The title (A), the subtitle and the tags (B); and what results are narrowed by, as marks that no word can be.
  head         tsvector not null,
  -- The head and what everybody may read of the text: words with their places, stems and marks without.
  document     tsvector not null
);
create index story_search_head on story_search using gin (head) with (fastupdate = off);
create index story_search_document on story_search using gin (document) with (fastupdate = off);
create index story_search_newest on story_search (published_at desc, article_id desc);
create index story_search_language on story_search (language);
create index story_search_author on story_search (author_id);
create index story_search_category on story_search (category_id);
create index story_search_title on story_search (title text_pattern_ops);

-- Every word of every story, for beginnings and for typing mistakes. How many stories have it follows a little later:
-- two publications at once would otherwise wait for each other at every common word.
create table search_word (
  word    text primary key,
  stories int not null default 0,
  -- In how many of them it is in the head.
  heads   int not null default 0
);
create index search_word_begins on search_word (word text_pattern_ops);
create table search_word_change (
  word    text not null,
  stories int not null,
  heads   int not null
);

-- The month, the author, the category and the tags of a story, among its words: so narrowed, a search for a word that
-- everybody uses touches only the stories that are wanted.
create function search_marks(published_at timestamptz, author_id text, category_id text, tag_ids text[]) returns tsvector
language sql stable
return array_to_tsvector(
  array_remove(array['@' || to_char(published_at at time zone 'UTC', 'YYYYMM'), '@a' || author_id, '@c' || category_id], null)
  || array(select '@t' || tag_id from unnest(tag_ids) as tag_id));

create function search_head(language text, title text, subtitle text, tags text) returns tsvector language sql stable
return setweight(to_tsvector('search_simple', search_clean(title)), 'A')
    || setweight(to_tsvector('search_simple', search_clean(subtitle || ' . ' || tags)), 'B')
    || setweight(to_tsvector(('search_' || language)::regconfig, search_clean(title)), 'A')
    || setweight(to_tsvector(('search_' || language)::regconfig, search_clean(subtitle || ' . ' || tags)), 'B');

create function search_document(language text, head tsvector, plain text) returns tsvector language plpgsql stable as $$
declare
  words tsvector;
begin
  words := to_tsvector(('search_' || language || '_words')::regconfig, search_clean(left(plain, 100000)));
  -- A stem is the stem of the folded word too, and each word has to be stemmed once only.
  return head || words || strip(to_tsvector(('search_' || language)::regconfig, array_to_string(tsvector_to_array(words), ' ')));
-- A text of nothing but long words that each occur once: what fits of it.
exception when program_limit_exceeded then
  return head || to_tsvector(('search_' || language || '_words')::regconfig, search_clean(left(plain, 20000)));
end $$;

-- Notes which words came and went. They are added up later.
create function search_count(added tsvector, taken tsvector) returns void language sql
begin atomic
  with changed as (
    select word, sum(stories) as stories, sum(heads) as heads from (
      select lexeme as word, 1 as stories, (weights && '{A,B}')::int as heads from unnest(added) where positions is not null
      union all
      select lexeme, -1, -(weights && '{A,B}')::int from unnest(taken) where positions is not null
    ) as told where length(word) between 2 and 40 and word !~ '^[0-9]+$'
    group by word having sum(stories) <> 0 or sum(heads) <> 0
  ), noted as (
    insert into search_word_change (word, stories, heads) select word, stories, heads from changed
  )
  -- In order, so that two at once wait for each other rather than both for ever.
  insert into search_word (word) select word from changed where stories > 0 order by word on conflict do nothing;
end;

-- Readers see these stories as they are now.
create function search_put(ids text[]) returns void language sql
begin atomic
  with told as (
    select article.id, article.published_at, article.author_id, article.category_id, article.title, article.subtitle,
           article.plain, search_language(article.language) as language,
           coalesce(array_agg(tag.id order by position) filter (where tag.id is not null), '{}') as tag_ids,
           coalesce(string_agg(tag.name, ' . ' order by position), '') as tags
    from article left join article_tag on article_id = article.id left join tag on tag.id = tag_id
    where article.id = any (ids) and state = 'published'
    group by article.id
  ), headed as materialized (
    select *, search_head(language, title, subtitle, tags) || search_marks(published_at, author_id, category_id, tag_ids) as head
    from told
  ), made as materialized (
    select *, search_document(language, head, plain) as document from headed
  ), put as (
    insert into story_search as kept (article_id, published_at, author_id, category_id, tag_ids, language, title, head, document)
    select id, published_at, author_id, category_id, tag_ids, language, search_fold(title), head, document from made
    on conflict (article_id) do update set
      (published_at, author_id, category_id, tag_ids, language, title, head, document) =
      (excluded.published_at, excluded.author_id, excluded.category_id, excluded.tag_ids, excluded.language,
       excluded.title, excluded.head, excluded.document)
  )
  select search_count(made.document, coalesce(before.document, '')) from made left join story_search as before on before.article_id = made.id;
end;

-- Readers see these stories no more.
create function search_drop(ids text[]) returns void language sql
begin atomic
  with gone as (delete from story_search where article_id = any (ids) returning document)
  select search_count('', document) from gone;
end;

-- The newest stories that match, by their heads or by all of their words, the newest first. `recent` is a set of the
-- newest months, where to look first: of a word that half the stories have, no more are touched than are wanted.
-- Reading the whole table would mean unpacking every document, which the planner does not reckon with: so never.
create function search_newest(in_head boolean, asked tsquery, recent tsquery, most int) returns setof story_search
language plpgsql stable rows 300 set enable_seqscan = off as $$
declare
  part  tsquery;
  wants int := most;
  found int;
begin
  foreach part in array case when recent is null then array[asked] else array[asked && recent, asked && !!recent] end loop
    if in_head then
      return query select * from (select * from story_search where head @@ part offset 0) as matched
        order by published_at desc, article_id desc limit wants;
    else
      return query select * from (select * from story_search where document @@ part offset 0) as matched
        order by published_at desc, article_id desc limit wants;
    end if;
    get diagnostics found = row_count;
    wants := wants - found;
    exit when wants <= 0;
  end loop;
end $$;

-- People and tags are found by the words of their names.
create function search_names(written text) returns tsvector language sql immutable parallel safe strict
return to_tsvector('search_simple'::regconfig, search_clean(written));
create index person_search on person using gin (search_names(name || ' ' || handle)) with (fastupdate = off)
  where story_count > 0 and disabled_at is null;
create index person_about on person using gin (search_names(about)) with (fastupdate = off)
  where story_count > 0 and disabled_at is null;
create index tag_search on tag using gin (search_names(name)) with (fastupdate = off) where story_count > 0;

do $$ begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index person_like on person using gin (search_fold(name) gin_trgm_ops) with (fastupdate = off)
      where story_count > 0 and disabled_at is null;
    create index tag_like on tag using gin (search_fold(name) gin_trgm_ops) with (fastupdate = off)
      where story_count > 0;
    create index search_word_like on search_word using gin (word gin_trgm_ops) with (fastupdate = off);
  end if;
end $$;

-- What was published before there was search.
select search_put(array(select id from article where state = 'published'));
insert into search_word (word, stories, heads) select word, sum(stories), sum(heads) from search_word_change group by word
  on conflict (word) do update set (stories, heads) = (excluded.stories, excluded.heads);
truncate search_word_change;
