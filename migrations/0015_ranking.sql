-- What readers do with stories, and the lists that jobs make from it. Pages only ever read the lists.

-- What somebody has begun or finished, to go on with and to choose from. Theirs alone.
create table reading (
  person_id   text not null references person on delete cascade,
  article_id  text not null references article on delete cascade,
  progress    smallint not null check (progress between 0 and 100),
  read_at     timestamptz not null,
  finished_at timestamptz,
  primary key (person_id, article_id)
);
create index reading_recent on reading (person_id, read_at desc, article_id);
create index reading_story on reading (article_id);

-- Who finished which story on which day, so that it counts once. A visitor is a salted hash that nobody can trace and that
-- is another one tomorrow; rows go after two days.
create table finished_today (
  article_id text not null references article on delete cascade,
  day        text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  reader     bytea not null check (length(reader) = 16),
  primary key (article_id, day, reader)
);
create index finished_today_day on finished_today (day);

-- The salt of a day. Once it is gone, so is every way back to an address.
create table visitor_salt (
  day  text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  salt bytea not null
);

-- What happened to stories since the last round of the job, which counts it and takes it away.
create table engagement (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id text not null references article on delete cascade,
  kind       text not null check (kind in ('read', 'like', 'response', 'bookmark')),
  at         timestamptz not null
);
create index engagement_article on engagement (article_id);

-- Heat is the logarithm of engagement that halves every two days, all counted from one beginning (src/server/discovery/heat.ts):
-- it only changes when something happens, so an index can hold its order. Every story begins with half a reading.
create table story_rank (
  article_id  text primary key references article on delete cascade,
  category_id text references category on delete set null,
  heat        double precision not null,
  reads       int not null default 0 check (reads >= 0)
);
create index story_rank_heat on story_rank (heat desc, article_id);
create index story_rank_category on story_rank (category_id, heat desc, article_id);

create table creator_rank (
  person_id text primary key references person on delete cascade,
  heat      double precision not null,
  reads     int not null default 0 check (reads >= 0)
);
create index creator_rank_heat on creator_rank (heat desc, person_id);
create index creator_rank_reads on creator_rank (reads desc, person_id);

insert into story_rank (article_id, category_id, heat)
select id, category_id, -1 + extract(epoch from published_at - timestamptz '2020-01-01 00:00+00') / 172800
from article where state = 'published';
insert into creator_rank (person_id, heat)
select author_id, max(-1 + extract(epoch from published_at - timestamptz '2020-01-01 00:00+00') / 172800)
from article where state = 'published' group by author_id;

-- Stories whose related ones must be found anew, oldest first. A story that is new to readers has those found anew as well
-- that it turns out to be related to; these ask for nobody else.
create table related_due (
  article_id text primary key references article on delete cascade,
  since      timestamptz not null,
  spreads    boolean not null
);
create index related_due_since on related_due (since);

insert into related_due (article_id, since, spreads) select id, now(), false from article where state = 'published';

create table related_story (
  article_id text not null references article on delete cascade,
  position   smallint not null,
  other_id   text not null references article on delete cascade,
  primary key (article_id, position)
);
create index related_story_other on related_story (other_id);

-- Categories and tags that somebody follows.
create table topic_follow (
  person_id   text not null references person on delete cascade,
  category_id text references category on delete cascade,
  tag_id      text references tag on delete cascade,
  since       timestamptz not null,
  check (num_nonnulls(category_id, tag_id) = 1)
);
create unique index topic_follow_category on topic_follow (person_id, category_id) where category_id is not null;
create unique index topic_follow_tag on topic_follow (person_id, tag_id) where tag_id is not null;
create index topic_follow_person on topic_follow (person_id, since);
create index topic_follow_by_category on topic_follow (category_id) where category_id is not null;
create index topic_follow_by_tag on topic_follow (tag_id) where tag_id is not null;

-- What was chosen for somebody, and when. `due_at` is when it must be chosen anew; null, and nothing has changed for them.
create table for_you_state (
  person_id text primary key references person on delete cascade,
  made_at   timestamptz,
  due_at    timestamptz
);
create index for_you_due on for_you_state (due_at) where due_at is not null;

create table for_you (
  person_id  text not null references person on delete cascade,
  position   smallint not null,
  article_id text not null references article on delete cascade,
  why        text not null check (why in ('topic', 'story', 'author', 'trending', 'new')),
  why_name   text not null default '' check (length(why_name) <= 200),
  primary key (person_id, position)
);
create index for_you_article on for_you (article_id);

-- A category's creators and its featured stories.
create index article_category_author on article (category_id, author_id) where state = 'published';
create index article_category_featured on article (category_id, published_at desc, id desc) where state = 'published' and featured;

create index tag_popular on tag (story_count desc, slug) where story_count > 0;
