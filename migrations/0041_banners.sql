-- Announcements above the header, who has dismissed them, and the pictures beside the sign-in forms.
create table announcement (
  id           text primary key,
  text         text not null check (length(text) between 1 and 200),
  -- Counts the changes of the text: a dismissal belongs to one text.
  revision     int not null default 1,
  tone         text not null check (tone in ('info', 'success', 'warning')),
  -- No list of values: memberships will add audiences.
  audience     text not null check (length(audience) between 1 and 40),
  starts_at    timestamptz(3),
  ends_at      timestamptz(3),
  priority     int not null default 0 check (priority between 0 and 100),
  dismissible  boolean not null,
  action_label text check (length(action_label) between 1 and 40),
  action_link  text check (length(action_link) between 1 and 2000),
  enabled      boolean not null,
  version      int not null default 1,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  -- Deleted announcements can be restored for a while.
  deleted_at   timestamptz(3),
  check (ends_at > starts_at),
  check ((action_label is null) = (action_link is null))
);
create index announcement_newest on announcement (created_at desc, id desc);
create index announcement_priority on announcement (priority desc, id desc);
create index announcement_enabled on announcement (priority desc, created_at desc) where enabled and deleted_at is null;
create index announcement_starts on announcement (starts_at) where enabled and deleted_at is null;
create index announcement_ends on announcement (ends_at) where enabled and deleted_at is null;
create index announcement_deleted on announcement (deleted_at) where deleted_at is not null;
create index announcement_text on announcement using gin (search_names(text)) with (fastupdate = off);

create table announcement_dismissal (
  person_id       text not null references person on delete cascade,
  announcement_id text not null references announcement on delete cascade,
  revision        int not null,
  primary key (person_id, announcement_id)
);
create index announcement_dismissal_announcement on announcement_dismissal (announcement_id);

create table sign_in_picture (
  id          text primary key,
  -- Null for a quote alone.
  media_id    text references media on delete set null,
  alt         text not null check (length(alt) <= 500),
  decorative  boolean not null,
  -- The focal point, in percent.
  focus_x     int check (focus_x between 0 and 100),
  focus_y     int check (focus_y between 0 and 100),
  quote       text not null check (length(quote) <= 300),
  attribution text not null check (length(attribution) <= 100),
  enabled     boolean not null,
  position    int not null,
  version     int not null default 1,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  check ((focus_x is null) = (focus_y is null))
);
create index sign_in_picture_order on sign_in_picture (position, id);
create index sign_in_picture_media on sign_in_picture (media_id);
