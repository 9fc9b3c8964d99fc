-- How often somebody did something in the present window. In the database, so that it holds across processes and restarts.
create table rate_limit (
  key        text primary key check (length(key) <= 200),
  ends_at    timestamptz not null,
  count      int not null
);

create index rate_limit_expiry on rate_limit (ends_at);
