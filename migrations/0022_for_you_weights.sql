-- How much each reason counts for one reader, from 0 to 3; or plain newest first. Without a row, all count 2.
create table for_you_weight (
  person_id text primary key references person on delete cascade,
  newest    boolean not null default false,
  people    smallint not null default 2 check (people between 0 and 3),
  topics    smallint not null default 2 check (topics between 0 and 3),
  reading   smallint not null default 2 check (reading between 0 and 3),
  trending  smallint not null default 2 check (trending between 0 and 3)
);

alter table for_you drop constraint for_you_why_check;
alter table for_you add check (why in ('person', 'topic', 'story', 'author', 'trending', 'new'));
