-- What happened, written with its cause; a job tells everybody it concerns, in pieces that each commit.
create table happening (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  kind        text not null check (length(kind) <= 40),
  -- The same cause is told once, however often it is written.
  cause       text not null unique check (length(cause) <= 200),
  actor_id    text references person on delete cascade,
  article_id  text references article on delete cascade,
  response_id text references response on delete cascade,
  -- One person; or nobody, when it concerns all who follow the actor.
  person_id   text references person on delete cascade,
  detail      jsonb not null default '{}',
  at          timestamptz not null,
  -- The last follower who was told: where the next piece begins.
  told_to     text not null default '',
  done_at     timestamptz
);
create index happening_due on happening (at, id) where done_at is null and person_id is not null;
create index happening_due_followers on happening (at, id) where done_at is null and person_id is null;
create index happening_done on happening (done_at) where done_at is not null;
create index happening_actor on happening (actor_id);
create index happening_article on happening (article_id);
create index happening_response on happening (response_id);
create index happening_person on happening (person_id);

-- One line of somebody's list: several of a kind about one thing are one line until it was read.
create table notification (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id   text not null references person on delete cascade,
  -- Rises by one with each change of a person's list: where a live stream goes on.
  seq         bigint not null,
  kind        text not null check (length(kind) <= 40),
  about       text not null check (length(about) <= 200),
  article_id  text references article on delete cascade,
  response_id text references response on delete cascade,
  -- The latest few, the newest first, and how many there are in all.
  actor_ids   text[] not null default '{}',
  actor_count int not null default 0,
  detail      jsonb not null default '{}',
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  read_at     timestamptz,
  -- Not for somebody who wants the kind only by mail or push: then it is read and in no list.
  shown       boolean not null default true,
  unique (person_id, seq)
);
create unique index notification_open on notification (person_id, about) where read_at is null;
create index notification_list on notification (person_id, updated_at desc, id desc) where shown;
create index notification_by_kind on notification (person_id, kind, updated_at desc, id desc) where shown;
create index notification_unread on notification (person_id, updated_at desc, id desc) where read_at is null;
create index notification_age on notification (updated_at);
create index notification_article on notification (article_id);
create index notification_response on notification (response_id);

-- Which causes a person was told, so that nothing is told twice.
create table notification_cause (
  person_id       text not null references person on delete cascade,
  cause           text not null check (length(cause) <= 200),
  notification_id text not null references notification on delete cascade,
  actor_id        text references person on delete cascade,
  at              timestamptz not null,
  primary key (person_id, cause)
);
create index notification_cause_line on notification_cause (notification_id, at desc);
create index notification_cause_actor on notification_cause (actor_id);

-- Locked while a person's list changes, so that numbers are seen in their order.
create table notification_state (
  person_id text primary key references person on delete cascade,
  last_seq  bigint not null default 0,
  unread    int not null default 0 check (unread >= 0)
);

-- Only what somebody changed; the rest is as the kind's default says.
create table notification_preference (
  person_id text not null references person on delete cascade,
  kind      text not null check (length(kind) <= 40),
  site      boolean not null,
  email     text not null check (email in ('now', 'daily', 'never')),
  push      boolean not null,
  primary key (person_id, kind)
);

-- What is still to be mailed or pushed. Gone when it was handed over, in the same transaction.
create table notification_mail (
  person_id       text not null references person on delete cascade,
  notification_id text not null references notification on delete cascade,
  cause           text not null check (length(cause) <= 200),
  due_at          timestamptz not null,
  daily           boolean not null,
  primary key (person_id, cause)
);
create index notification_mail_due on notification_mail (due_at, person_id);
create index notification_mail_line on notification_mail (notification_id);

create table notification_push (
  id              text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  subscription_id text not null,
  notification_id text not null references notification on delete cascade,
  attempts        int not null default 0,
  due_at          timestamptz not null
);
create index notification_push_due on notification_push (due_at);
create index notification_push_line on notification_push (notification_id);

create table push_subscription (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id  text not null references person on delete cascade,
  endpoint   text not null unique check (length(endpoint) <= 2000),
  p256dh     text not null check (length(p256dh) <= 200),
  auth       text not null check (length(auth) <= 100),
  device     text not null default '' check (length(device) <= 300),
  -- Where it was asked for: when that sign-in ends, the browser is told no more.
  session_id text references session on delete cascade,
  created_at timestamptz not null
);
create index push_subscription_person on push_subscription (person_id);
create index push_subscription_session on push_subscription (session_id);
alter table notification_push add foreign key (subscription_id) references push_subscription on delete cascade;
create index notification_push_subscription on notification_push (subscription_id);

-- The pair of keys that push services know the site by. One row.
create table push_key (
  id          int primary key default 1 check (id = 1),
  public_key  text not null,
  private_key text not null
);

-- What the link at the foot of a mail opens. Only the hash is kept.
create table unsubscribe_link (
  token_hash bytea primary key,
  person_id  text not null references person on delete cascade,
  -- A kind, or null for all mail of notifications.
  kind       text check (length(kind) <= 40),
  created_at timestamptz not null
);
create index unsubscribe_link_person on unsubscribe_link (person_id);
create index unsubscribe_link_age on unsubscribe_link (created_at);

-- For the headers that let a mail program unsubscribe by itself.
alter table mail add column unsubscribe text check (length(unsubscribe) <= 2000);
