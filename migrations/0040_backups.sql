-- Backups that the site makes itself: each row is a file, or an attempt to make one.
create table backup (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  -- `whole` is set after the file is complete and flushed to the disk.
  state       text not null check (state in ('waiting', 'running', 'whole', 'failed')),
  created_at  timestamptz(3) not null,
  started_at  timestamptz(3),
  finished_at timestamptz(3),
  made_by     text references person on delete set null,
  -- When it was due, for scheduled backups. Unique, so that several servers make one.
  slot        timestamptz(3) unique,
  file        text not null check (length(file) <= 200),
  size        bigint,
  sha256      text,
  row_count   bigint,
  object_count bigint,
  -- Objects that the database refers to and that were not in the store.
  missing     int not null default 0,
  error       text check (length(error) <= 2000),
  -- The last test: restored into a scratch database and compared.
  verify_state text check (verify_state in ('waiting', 'running', 'passed', 'failed')),
  verified_at timestamptz(3),
  verify_error text check (length(verify_error) <= 2000),
  -- Of the work in progress. A process that is killed does not renew its lease.
  lease_id    text,
  lease_until timestamptz(3),
  stage       text,
  done        bigint not null default 0,
  total       bigint not null default 0,
  check (state <> 'whole' or (size is not null and sha256 is not null and finished_at is not null)),
  check (verify_state is null or state = 'whole')
);
create index backup_newest on backup (created_at desc, id desc);
create index backup_made_by on backup (made_by);
-- One at a time: both read everything there is.
create unique index backup_running on backup ((true)) where state = 'running' or verify_state = 'running';
