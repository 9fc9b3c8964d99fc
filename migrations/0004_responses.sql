-- Threads are two deep. The pair of generated columns lets a foreign key hold that rule:
-- a reply may only point at a response of the same story that is not itself a reply.
create table response (
  id           text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id   text not null references article on delete cascade,
  author_id    text not null references person,
  parent_id    text,
  depth        smallint not null generated always as (case when parent_id is null then 0 else 1 end) stored,
  parent_depth smallint generated always as (case when parent_id is null then null else 0 end) stored,
  state        text not null default 'shown' check (state in ('shown', 'held', 'hidden', 'deleted')),
  text         text not null check (length(text) between 1 and 10000),
  like_count   int not null default 0 check (like_count >= 0),
  created_at   timestamptz(3) not null default now(),
  edited_at    timestamptz,
  unique (id, article_id, depth),
  foreign key (parent_id, article_id, parent_depth) references response (id, article_id, depth) on delete cascade
);

create index response_thread on response (article_id, depth, created_at, id);
create index response_replies on response (parent_id, created_at, id) where parent_id is not null;
create index response_author on response (author_id, created_at desc);
