-- Likes, and what a conversation needs: pins, reasons to hold, reports, mentions. Tombstones keep their place.
create table story_like (
  article_id text not null references article on delete cascade,
  person_id  text not null references person on delete cascade,
  at         timestamptz not null,
  primary key (article_id, person_id)
);
create index story_like_person on story_like (person_id, at desc);

create table response_like (
  response_id text not null references response on delete cascade,
  person_id   text not null references person on delete cascade,
  at          timestamptz not null,
  primary key (response_id, person_id)
);
create index response_like_person on response_like (person_id);

alter table response
  add column reply_count int not null default 0 check (reply_count >= 0),
  add column pinned_at   timestamptz,
  add column held_for    text check (held_for in ('first', 'links', 'words', 'reports')),
  add column deleted_at  timestamptz,
  add column changed_at  timestamptz not null default now(),
  add column save_key    text check (length(save_key) <= 40),
  -- Of what was deleted nothing is left but its place.
  drop constraint response_text_check,
  add constraint response_text_check check (length(text) <= 10000 and (text = '') = (state = 'deleted'));
update response set changed_at = created_at;
create unique index response_save_key on response (author_id, save_key) where save_key is not null;
create index response_changed on response (article_id, changed_at, id);
create index response_popular on response (article_id, like_count desc, id) where depth = 0;
-- One at a time below a story.
create unique index response_pinned on response (article_id) where pinned_at is not null;
create index response_held on response (created_at, id) where state = 'held';

update response set reply_count = given.replies
  from (select parent_id, count(*)::int as replies from response where state = 'shown' and parent_id is not null group by parent_id) as given
  where given.parent_id = response.id;

create table response_report (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  response_id text not null references response on delete cascade,
  by_id       text references person on delete set null,
  reason      text not null check (reason in ('spam', 'abuse', 'harmful', 'other')),
  note        text not null default '' check (length(note) <= 1000),
  created_at  timestamptz not null,
  resolved_at timestamptz,
  unique (response_id, by_id)
);
create index response_report_open on response_report (created_at) where resolved_at is null;
create index response_report_by on response_report (by_id);

create table response_mention (
  response_id text not null references response on delete cascade,
  person_id   text not null references person on delete cascade,
  primary key (response_id, person_id)
);
create index response_mention_person on response_mention (person_id);
