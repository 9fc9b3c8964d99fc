-- Analytics: what readers did, and the figures computed from it. No address is stored: a visitor is a hash whose salt
-- changes every day and is deleted two days later. Days and hours are in UTC.
create table analytics_salt (
  day  date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- Acknowledged events that the job has not counted yet. Each row was written in one statement for many requests.
create table analytics_batch (
  id          bigint generated always as identity primary key,
  received_at timestamptz(3) not null,
  events      jsonb not null,
  -- Only with ClickHouse: the rows that are counted together, and together again if that fails.
  run         bigint
);
create index analytics_batch_run on analytics_batch (run) where run is not null;

-- Counted events, kept for 90 days so that the figures can be computed again. The job creates and drops the partitions.
-- There are no other indexes: a restore could not rebuild those of a partitioned table.
create table analytics_event (
  day        date not null,
  id         text collate "C" not null check (id ~ '^[A-Za-z0-9]{20}$'),
  at         timestamptz(3) not null,
  kind       text not null,
  visitor    bigint not null,
  path       text not null,
  -- The kind of page, such as story.
  page       text not null,
  article_id text,
  -- The group of the referrer, such as search.
  source     text not null default '',
  referrer   text not null default '',
  campaign   text not null default '',
  device     text not null,
  language   text not null,
  country    text not null default '',
  -- The search term, the channel of a share, the step towards a membership, the name of a web vital.
  name       text not null default '',
  -- The number of search results, the value of a web vital.
  value      double precision not null default 0,
  -- Of a story, in 20 parts: the event reports the parts after depth_from up to depth_to.
  depth_from smallint not null default 0,
  depth_to   smallint not null default 0,
  primary key (day, id)
) partition by range (day);

-- Who was counted, as hashes of visitor and figure, so that a visitor counts once for each. Dropped when late events can
-- no longer come.
create table analytics_seen (
  day date not null,
  key bigint not null,
  primary key (day, key)
) partition by range (day);

-- Figures by hour, of the site only.
create table analytics_hour (
  dimension text not null,
  at        timestamptz(0) not null,
  value     text not null,
  -- Of dimensions that are actions, such as searches: how often it was done.
  views     int not null,
  reads     int not null,
  visitors  int not null,
  primary key (dimension, at, value)
);

create table analytics_day (
  -- Empty for the whole site. Without a reference, because figures outlive their story.
  article_id text collate "C" not null,
  dimension  text collate "C" not null,
  day        date not null,
  value      text not null,
  views      int not null,
  reads      int not null,
  visitors   int not null,
  primary key (article_id, dimension, day, value)
);

-- How many readers reached each part of a story.
create table analytics_depth (
  article_id text collate "C" not null,
  day        date not null,
  p1  int not null, p2  int not null, p3  int not null, p4  int not null, p5  int not null,
  p6  int not null, p7  int not null, p8  int not null, p9  int not null, p10 int not null,
  p11 int not null, p12 int not null, p13 int not null, p14 int not null, p15 int not null,
  p16 int not null, p17 int not null, p18 int not null, p19 int not null, p20 int not null,
  primary key (article_id, day)
);

-- Web vitals as histograms: bucket n holds the values up to 1.02^n, so that a percentile is at most 2 % too high.
create table analytics_vital (
  day     date not null,
  page    text not null,
  name    text not null,
  bucket  smallint not null,
  samples int not null,
  primary key (day, page, name, bucket)
);

-- Visitors of the last minutes. Lost in a crash, which does not matter.
create unlogged table analytics_live (
  visitor    bigint primary key,
  at         timestamptz(3) not null,
  path       text not null,
  article_id text
);
create index analytics_live_at on analytics_live (at);

-- The weeks in which a person was signed in and active, for the retention of cohorts. A week begins on Monday.
create table analytics_activity (
  person_id text not null references person on delete cascade,
  week      date not null check (extract(isodow from week) = 1),
  primary key (person_id, week)
);
create index analytics_activity_week on analytics_activity (week);

create function record_activity() returns trigger language plpgsql as $$
begin
  insert into analytics_activity (person_id, week)
  values (new.id, date_trunc('week', new.seen_at at time zone 'UTC')::date) on conflict do nothing;
  return null;
end $$;
create trigger record_activity after update of seen_at on person for each row
  when (date_trunc('week', new.seen_at at time zone 'UTC') <> date_trunc('week', old.seen_at at time zone 'UTC'))
  execute function record_activity();

-- What the charts of a story mark, besides its publication.
create table story_mark (
  article_id text not null references article on delete cascade,
  kind       text not null check (kind in ('featured', 'mailed')),
  at         timestamptz(3) not null,
  primary key (article_id, kind, at)
);
create index story_mark_at on story_mark (at);
