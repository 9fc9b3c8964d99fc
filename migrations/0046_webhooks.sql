-- Webhooks tell other services what happened. Events and their deliveries are an outbox, written in the transaction of the
-- change, and the delivery log, kept for 30 days.
create table webhook (
  id              text primary key check (length(id) = 20),
  url             text not null check (length(url) between 1 and 2000),
  description     text not null default '' check (length(description) <= 200),
  events          text[] not null check (cardinality(events) > 0),
  enabled         boolean not null default true,
  -- Why the server disabled it. Null when an admin did, or while it is enabled.
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  version         int not null default 1,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  -- The time of the first failed attempt since the last success, and the number of failed attempts since.
  failing_since   timestamptz(3),
  failures        int not null default 0,
  -- After many failures in a row, nothing is sent until then.
  resting_until   timestamptz(3),
  -- The process that sends to this endpoint. One at a time, which keeps the order.
  lease           text,
  leased_until    timestamptz(3),
  check (not enabled or disabled_reason is null)
);

-- Encrypted. Several are valid while a secret is rotated.
create table webhook_secret (
  id         text primary key check (length(id) = 20),
  webhook_id text not null references webhook on delete cascade,
  secret     text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3)
);
create index webhook_secret_webhook on webhook_secret (webhook_id);

create table webhook_event (
  -- Sent as webhook-id.
  id         text primary key check (length(id) <= 40),
  type       text not null,
  at         timestamptz(3) not null,
  -- The exact text that is sent and signed.
  body       text not null,
  -- The people whom the body describes, so that erasing an account also erases it here.
  people     text[] not null default '{}'
);
create index webhook_event_age on webhook_event (at);
create index webhook_event_people on webhook_event using gin (people) with (fastupdate = off) where people <> '{}';

-- One message to one endpoint. A replay is another delivery of the same event.
create table webhook_delivery (
  id          bigint generated always as identity primary key,
  webhook_id  text not null references webhook on delete cascade,
  event_id    text not null references webhook_event on delete cascade,
  type        text not null,
  state       text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  replay      boolean not null default false,
  attempts    int not null default 0,
  due_at      timestamptz(3) not null,
  created_at  timestamptz(3) not null,
  -- The last attempt.
  last_at     timestamptz(3),
  last_status int,
  last_error  text,
  duration_ms int
);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at, id) where state = 'pending';
create index webhook_delivery_newest on webhook_delivery (webhook_id, created_at desc, id desc);
create index webhook_delivery_state on webhook_delivery (webhook_id, state, created_at desc, id desc);
create index webhook_delivery_type on webhook_delivery (webhook_id, type, created_at desc, id desc);
create index webhook_delivery_both on webhook_delivery (webhook_id, state, type, created_at desc, id desc);
create index webhook_delivery_event on webhook_delivery (event_id, webhook_id, id);

create table webhook_attempt (
  id          bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_delivery on delete cascade,
  at          timestamptz(3) not null,
  duration_ms int not null,
  status      int,
  error       text,
  headers     jsonb not null,
  response    text not null default ''
);
create index webhook_attempt_delivery on webhook_attempt (delivery_id);
