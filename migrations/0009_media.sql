-- Stored objects. The bytes lie elsewhere, under `blob`; an object exists when its row does, so half of one is never seen.
create table object (
  bucket              text not null,
  name                text not null check (length(name) between 1 and 1024),
  blob                text not null,
  owner_uid           text,
  generation          bigint not null,
  metageneration      bigint not null default 1,
  size                bigint not null check (size >= 0),
  md5                 text not null,
  content_type        text not null,
  cache_control       text,
  content_disposition text,
  content_encoding    text,
  content_language    text,
  custom              jsonb not null,
  download_token      text not null,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  primary key (bucket, name)
);

-- Names are listed by their bytes, whatever language the database sorts in.
create index object_names on object (bucket, name collate "C");
create index object_owner on object (owner_uid);
create unique index object_blob on object (blob);

-- What each account keeps here, counted with every change, so that a limit is one look away.
create table storage_use (
  uid   text primary key,
  bytes bigint not null default 0 check (bytes >= 0)
);

-- An upload in pieces. Its pieces are blobs of their own until the last has come.
create table upload (
  id           text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  token_hash   bytea not null unique,
  bucket       text not null,
  name         text not null,
  owner_uid    text not null,
  metadata     jsonb not null,
  pieces       jsonb not null,
  received     bigint not null default 0,
  expected     bigint,
  finished     boolean not null default false,
  expires_at   timestamptz not null
);

create index upload_expiry on upload (expires_at);

-- Blobs that nothing refers to any more, or not yet: written before a blob, taken away when something refers to it.
create table loose_blob (
  blob  text primary key,
  since timestamptz not null default now()
);

create index loose_blob_age on loose_blob (since);

-- A picture or a file in somebody's library, checked and made harmless.
create table media (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  owner_id    text not null references person,
  kind        text not null check (kind in ('picture', 'file')),
  state       text not null check (state in ('processing', 'ready', 'failed')),
  name        text not null check (length(name) between 1 and 200),
  alt         text not null default '' check (length(alt) <= 500),
  type        text not null,
  size        bigint not null,
  blob        text not null,
  width       int,
  height      int,
  animated    boolean not null default false,
  -- A few dozen bytes that look like the picture from afar.
  placeholder text,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now()
);

create index media_library on media (owner_id, created_at desc, id desc);
create index media_newest on media (created_at desc, id desc);

-- The sizes and formats of a picture, each made once.
create table media_variant (
  media_id text not null references media on delete cascade,
  width    int not null,
  format   text not null,
  blob     text not null,
  size     bigint not null,
  primary key (media_id, width, format)
);

-- Where a picture is used; whoever uses it writes it down in the same transaction.
create table media_use (
  media_id text not null references media on delete cascade,
  kind     text not null check (kind in ('avatar', 'header', 'cover', 'article', 'category', 'banner')),
  ref      text not null,
  primary key (media_id, kind, ref)
);

create index media_use_ref on media_use (kind, ref);
