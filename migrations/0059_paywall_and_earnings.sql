-- Members' stories that people without a membership opened: a few are free each month.
create table free_read (
  month      text not null check (month ~ '^\d{4}-\d{2}$'),
  -- A salted hash of the person or the visitor. The salt is deleted with the month.
  reader     bytea not null check (length(reader) = 16),
  article_id text not null references article on delete cascade,
  at         timestamptz(3) not null,
  primary key (month, reader, article_id)
);
create index free_read_article on free_read (article_id);

create table free_read_salt (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  salt  bytea not null
);

-- A link that opens one members' story to everyone who has it.
create table gift_link (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id text not null references article on delete cascade,
  person_id  text not null references person on delete cascade,
  token      text not null unique check (length(token) between 20 and 60),
  opens      int not null default 0 check (opens >= 0),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- One link for each person and story; asking again returns it.
  unique (person_id, article_id)
);
create index gift_link_article on gift_link (article_id);

-- A member finished a story of someone else: what the pool of a month is divided by.
create table member_read (
  month      text not null check (month ~ '^\d{4}-\d{2}$'),
  -- Without a reference, because the reads of a deleted story still count. They get an id of their own.
  article_id text not null check (article_id ~ '^[A-Za-z0-9]{20}$'),
  person_id  text not null references person on delete cascade,
  at         timestamptz(3) not null,
  -- At the time, so that later changes of the byline do not take an author's part.
  author_ids text[] not null check (cardinality(author_ids) > 0),
  -- Of a story that was deleted before the month was closed.
  title      text,
  primary key (month, article_id, person_id)
);
create index member_read_article on member_read (article_id);
create index member_read_authors on member_read using gin (author_ids) with (fastupdate = off);
create index member_read_person on member_read (person_id, at);

-- A closed month. Amounts never change afterwards.
create table earnings_month (
  month         text not null check (month ~ '^\d{4}-\d{2}$'),
  currency      text not null check (currency ~ '^[a-z]{3}$'),
  -- Membership payments of the month without tax, minus refunds.
  net           bigint not null,
  -- From earlier months: payments recorded after their month was closed, or refunds above the revenue.
  carried       bigint not null,
  revenue       bigint not null check (revenue = greatest(0, net + carried)),
  share_percent int not null check (share_percent between 0 and 100),
  pool          bigint not null check (pool >= 0),
  reads         int not null check (reads >= 0),
  -- The rank of the last share that was rounded up. A creator needs it to recompute an amount without the others' shares.
  round_up_from text check (length(round_up_from) <= 60),
  -- From the built-in test checkout, when no money moved.
  test          boolean not null,
  closed_at     timestamptz(3) not null,
  primary key (month, currency)
);

create table earning (
  month      text not null,
  currency   text not null,
  -- Kept when the person leaves.
  person_id  text references person on delete set null,
  article_id text references article on delete set null,
  -- The story's title at the time, so that the computation stays readable.
  title      text not null,
  -- Reads of the story, divided by its authors: 1 of 2 authors has half of them.
  reads      int not null check (reads >= 0),
  authors    int not null check (authors > 0),
  -- Decides which of two equal remainders is rounded up.
  tie_key    text not null check (length(tie_key) = 32),
  amount     bigint not null check (amount >= 0),
  id         bigint generated always as identity primary key,
  foreign key (month, currency) references earnings_month
);
create index earning_person on earning (person_id, month desc) where person_id is not null;
create index earning_month_of on earning (month, currency);
create index earning_article on earning (article_id) where article_id is not null;

create table payout (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id  text references person on delete set null,
  amount     bigint not null check (amount > 0),
  currency   text not null check (currency ~ '^[a-z]{3}$'),
  reference  text not null check (length(reference) between 1 and 200),
  paid_on    text not null check (paid_on ~ '^\d{4}-\d{2}-\d{2}$'),
  by_id      text references person on delete set null,
  created_at timestamptz(3) not null,
  -- A mistaken entry is voided, not deleted.
  voided_at  timestamptz(3),
  voided_by  text references person on delete set null,
  test       boolean not null,
  request_id text not null unique
);
create index payout_person on payout (person_id, created_at desc) where person_id is not null;
create index payout_newest on payout (created_at desc, id desc);
create index payout_by on payout (by_id) where by_id is not null;
create index payout_voided_by on payout (voided_by) where voided_by is not null;

-- Evidence of reading: the server's own clock, not the browser's.
alter table reading add column started_at timestamptz(3);
-- Not in `reading`: people can delete rows there, and then the same minutes would count twice.
alter table for_you_state add column last_finish_at timestamptz(3);

-- A story without a public preview is indexed by its excerpt: hidden words must not appear in results or corrections.
create or replace function search_put(ids text[]) returns void language sql
begin atomic
  with shown as (
    select article.id, article.published_at, article.author_id, article.category_id, article.title, article.subtitle,
           case when access = 'public' or (access = 'preview' and members_html <> '') then article.plain
                else article.excerpt end as plain,
           search_language(article.language) as language,
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

select search_put(array(select id from article
  where state = 'published' and access <> 'public' and (access = 'members' or members_html = '')));
