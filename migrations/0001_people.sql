-- People are what the site shows; how they sign in belongs to the identity account that `uid` names.
create table person (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  uid         text unique check (length(uid) between 1 and 128),
  handle      text not null unique check (handle ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  name        text not null check (length(name) between 1 and 80),
  about       text not null default '' check (length(about) <= 500),
  avatar      jsonb,
  role        text not null default 'reader' check (role in ('reader', 'author', 'editor', 'admin')),
  story_count int not null default 0 check (story_count >= 0),
  disabled_at timestamptz,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);

create index person_creators on person (story_count desc, id) where story_count > 0 and disabled_at is null;
create index person_admins on person (id) where role = 'admin';

-- A browser's session. Only the hash is kept, so a stolen copy of this table opens nothing.
create table session (
  token_hash bytea primary key,
  person_id  text not null references person on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index session_person on session (person_id);
create index session_expiry on session (expires_at);

-- The one-time links that let the owner become the first admin. All go when one is used.
create table setup_link (
  token_hash bytea primary key,
  expires_at timestamptz not null
);

-- What the owner may change while the site runs. One row a setting.
create table setting (
  key        text primary key check (length(key) between 1 and 60),
  value      jsonb not null,
  updated_at timestamptz not null default now()
);
