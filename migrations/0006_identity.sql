-- How people sign in. An account is an identity; the person of the same uid is what the site shows of it.
create table account (
  uid                 text primary key check (length(uid) between 1 and 128),
  email               text unique check (email = lower(email) and length(email) <= 320),
  email_verified      boolean not null default false,
  password_hash       text,
  password_updated_at timestamptz,
  display_name        text check (length(display_name) <= 256),
  photo_url           text check (length(photo_url) <= 2048),
  phone_number        text check (length(phone_number) <= 40),
  tenant_id           text check (length(tenant_id) <= 128),
  disabled_at         timestamptz,
  -- Sessions older than this have ended.
  valid_since         timestamptz not null default now(),
  created_at          timestamptz not null default now(),
  last_sign_in_at     timestamptz not null default now()
);

-- Accounts of other services that may sign in to this one.
create table account_provider (
  provider_id  text not null check (length(provider_id) between 1 and 128),
  raw_id       text not null check (length(raw_id) between 1 and 256),
  uid          text not null references account on delete cascade,
  email        text,
  display_name text,
  photo_url    text,
  linked_at    timestamptz not null default now(),
  primary key (provider_id, raw_id),
  unique (uid, provider_id)
);

-- An authenticator app. `last_step` is the time step of the last code taken: a code is good once.
create table second_factor (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  uid         text not null unique references account on delete cascade,
  name        text not null check (length(name) <= 60),
  secret      text not null,
  last_step   bigint not null default 0,
  enrolled_at timestamptz not null default now()
);

create table recovery_code (
  uid       text not null references account on delete cascade,
  code_hash bytea not null,
  primary key (uid, code_hash)
);

create table passkey (
  id           text primary key,
  uid          text not null references account on delete cascade,
  name         text not null check (length(name) <= 60),
  public_key   bytea not null,
  counter      bigint not null default 0,
  transports   jsonb not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkey_account on passkey (uid);

-- What was mailed to let somebody confirm, reset, sign in, change or restore. Used and expired ones stay a while, to say so.
create table mail_code (
  code_hash  bytea primary key,
  kind       text not null check (kind in ('verify', 'reset', 'sign-in', 'change', 'recover')),
  uid        text references account on delete cascade,
  email      text not null,
  new_email  text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);

create index mail_code_account on mail_code (uid);
create index mail_code_expiry on mail_code (expires_at);

-- The middle of something that takes two steps: a second factor asked for, a passkey challenge, a visit to a provider.
create table ticket (
  token_hash bytea primary key,
  kind       text not null,
  uid        text references account on delete cascade,
  data       jsonb not null,
  expires_at timestamptz not null
);

create index ticket_account on ticket (uid);
create index ticket_expiry on ticket (expires_at);

-- The keys that sign ID tokens. The newest that everybody has had time to fetch signs; all verify.
create table signing_key (
  id          text primary key,
  public_jwk  jsonb not null,
  private_jwk jsonb not null,
  created_at  timestamptz not null default now()
);

-- A sign-in on one device. Only the hash of its secret is kept. An ended one stays a while, to answer that it has ended;
-- it may outlive its account for the same reason.
drop table session;
create table session (
  id            text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  token_hash    bytea not null unique,
  uid           text not null,
  provider      text not null,
  second_factor text,
  device        text not null default '' check (length(device) <= 300),
  signed_in_at  timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  ended_at      timestamptz
);

create index session_account on session (uid);
create index session_expiry on session (expires_at);

-- Null until the first steps were taken or skipped. Whoever was here before has taken them.
alter table person add column welcomed_at timestamptz;
update person set welcomed_at = created_at;
