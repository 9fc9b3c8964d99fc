-- When each chore of the day was last begun, so that one process does it and a restart does not repeat it.
create table daily_chore (
  name     text primary key check (length(name) <= 60),
  begun_at timestamptz not null
);
