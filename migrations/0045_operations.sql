-- What the admin screens for jobs, mail and the system show: processes, runs and failures of jobs, slow queries, cache hits.

-- Heartbeats. A process that stopped is deleted after a minute. Unlogged: after a crash no process is left.
create unlogged table site_process (
  id                  text primary key check (length(id) <= 40),
  host                text not null,
  pid                 int not null,
  role                text not null check (role in ('web')),
  version             text not null,
  build               text not null,
  node                text not null,
  started_at          timestamptz(3) not null,
  seen_at             timestamptz(3) not null,
  memory_bytes        bigint not null,
  heap_bytes          bigint not null,
  loop_delay_ms       double precision not null,
  listening           boolean not null,
  connections         int not null,
  connections_waiting int not null,
  cache_pages         int not null,
  cache_bytes         bigint not null,
  cache_hits          bigint not null,
  cache_misses        bigint not null
);

-- What each process is doing, and when it will next.
create unlogged table process_job (
  process_id  text not null references site_process on delete cascade,
  job         text not null check (length(job) <= 60),
  started_at  timestamptz(3),
  next_run_at timestamptz(3),
  primary key (process_id, job)
);

-- The runs of each job in all processes together. It outlasts restarts: a daily job runs rarely.
create table job_state (
  name             text primary key check (length(name) <= 60),
  runs             bigint not null default 0,
  failures         bigint not null default 0,
  last_started_at  timestamptz(3),
  last_success_at  timestamptz(3),
  last_duration_ms int,
  last_failure_at  timestamptz(3),
  last_error       text check (length(last_error) <= 500)
);

-- Deleted after 30 days. The same failure of a process within an hour is counted in one row.
create table job_failure (
  id       bigint generated always as identity primary key,
  job      text not null check (length(job) <= 60),
  first_at timestamptz(3) not null,
  -- The last time.
  at       timestamptz(3) not null,
  times    int not null default 1,
  -- What failed, such as `article:ID`. Null when the whole run failed.
  item     text check (length(item) <= 100),
  error    text not null check (length(error) <= 500),
  host     text not null,
  pid      int not null
);
create index job_failure_newest on job_failure (at desc, id desc);
create index job_failure_job on job_failure (job, at desc, id desc);
create index job_failure_item on job_failure (item, at desc) where item is not null;

-- Requests for pages that the cache could answer, by minute, for a day.
create unlogged table cache_minute (
  at     timestamptz primary key,
  hits   bigint not null,
  misses bigint not null
);

-- Statements above the threshold, without their parameters.
create unlogged table slow_query (
  id        text primary key,
  statement text not null,
  calls     bigint not null,
  total_ms  double precision not null,
  max_ms    double precision not null,
  last_at   timestamptz(3) not null
);

-- Log records that processes send to the one that asked for them, which deletes them.
create unlogged table log_answer (
  request_id text not null,
  process_id text not null,
  at         timestamptz(3) not null,
  records    text not null,
  primary key (request_id, process_id)
);

-- A retry starts the time anew after which mail is too old to be sent.
alter table mail add column retried_at timestamptz(3);
create index mail_failed on mail (created_at desc, id desc) where sent_at is null and next_attempt_at is null;
create index mail_waiting on mail (created_at desc, id desc) where sent_at is null and next_attempt_at is not null;
create index mail_delivered on mail (created_at desc, id desc) where sent_at is not null;
create index mail_kind on mail (kind, created_at desc, id desc);
create index mail_to_prefix on mail (to_address text_pattern_ops);

-- A push that failed is kept for a day, so that it can be retried.
alter table notification_push add column failed_at timestamptz(3), add column error text check (length(error) <= 500);
create index notification_push_failed on notification_push (failed_at desc, id desc) where failed_at is not null;

create index media_failed on media (updated_at desc, id desc) where state = 'failed';
-- Scheduled stories that could not be published became drafts.
create index article_move_unscheduled on article_move (at desc, id desc) where move = 'unschedule' and by_id is null;
