-- What a profile shows, who follows whom, and who wants nothing of whom. Counts are kept by the transactions that change the rows.
alter table person
  add column header          jsonb,
  add column links           jsonb not null default '[]',
  add column story           text  not null default '' check (length(story) <= 5000),
  add column follower_count  int   not null default 0 check (follower_count >= 0),
  add column following_count int   not null default 0 check (following_count >= 0);

create index person_most_followed on person (follower_count desc, id) where story_count > 0 and disabled_at is null;

-- A handle that somebody had leads to them, until somebody else takes it.
create table old_handle (
  handle    text primary key check (handle ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  person_id text not null references person on delete cascade,
  since     timestamptz not null
);
create index old_handle_person on old_handle (person_id);

create table follow (
  follower_id text not null references person on delete cascade,
  followed_id text not null references person on delete cascade,
  since       timestamptz not null,
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follow_followers on follow (followed_id, since desc, follower_id);
create index follow_fan_out on follow (followed_id, follower_id);
create index follow_following on follow (follower_id, since desc, followed_id);

create table block (
  blocker_id text not null references person on delete cascade,
  blocked_id text not null references person on delete cascade,
  since      timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index block_blocked on block (blocked_id, blocker_id);

create table mute (
  muter_id text not null references person on delete cascade,
  muted_id text not null references person on delete cascade,
  since    timestamptz not null,
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mute_muted on mute (muted_id);

-- What somebody told the editors about a person. Once each, until it is looked at.
create table person_report (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id   text not null references person on delete cascade,
  by_id       text references person on delete set null,
  reason      text not null check (reason in ('spam', 'abuse', 'impersonation', 'other')),
  note        text not null default '' check (length(note) <= 1000),
  created_at  timestamptz not null,
  resolved_at timestamptz,
  unique (person_id, by_id)
);
create index person_report_open on person_report (created_at) where resolved_at is null;
create index person_report_by on person_report (by_id);
