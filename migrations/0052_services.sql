-- The mail server, storage limits and sign-in can be changed in the browser. What the environment sets wins over these rows. Secrets are
-- in tables of their own, so that losing the encryption key deletes only them.
create table mail_server (
  id           text primary key default 'mail' check (id = 'mail'),
  -- Empty while no server is configured here.
  host         text not null default '' check (length(host) <= 253),
  port         int not null default 587 check (port between 1 and 65535),
  security     text not null default 'starttls' check (security in ('implicit', 'starttls', 'none')),
  username     text not null default '' check (length(username) <= 320),
  from_name    text not null default '' check (length(from_name) <= 100),
  -- Empty for the default sender.
  from_address text not null default '' check (length(from_address) <= 254),
  version      int not null default 1
);
insert into mail_server default values;

create table mail_server_secret (
  id       text primary key references mail_server on delete cascade,
  password text not null
);

-- Null for the default.
create table storage_limit (
  id        text primary key default 'storage' check (id = 'storage'),
  upload_mb int check (upload_mb between 1 and 10000),
  person_mb int check (person_mb >= 1),
  site_mb   int check (site_mb >= 1),
  version   int not null default 1
);
insert into storage_limit default values;

create table sign_in_setting (
  id                 text primary key default 'sign-in' check (id = 'sign-in'),
  -- Null for all methods.
  methods            text[],
  authorized_domains text[] not null default '{}',
  version            int not null default 1
);
insert into sign_in_setting default values;

create table identity_provider (
  id         text primary key check (id ~ '^[a-z0-9][a-z0-9.-]{1,60}$'),
  name       text not null check (length(name) between 1 and 60),
  issuer     text not null check (length(issuer) between 1 and 2000),
  client_id  text not null check (length(client_id) between 1 and 500),
  scopes     text[] not null,
  raw_nonce  boolean not null default false,
  enabled    boolean not null default true,
  position   int not null,
  version    int not null default 1
);

create table identity_provider_secret (
  id            text primary key references identity_provider on delete cascade,
  client_secret text not null
);
