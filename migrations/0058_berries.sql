-- Berries are double entry: the entries of one transfer sum to zero, and no person's balance is below zero.
-- A transfer is unique by its cause, so that a repeated job or request pays once.
create table berry_account (
  -- A person's id, or house:… for the accounts of the site.
  id         text primary key check (id ~ '^([A-Za-z0-9]{20}|house:[a-z-]{1,30})$'),
  -- Null for the site's own accounts, and once the person has left.
  person_id  text unique references person on delete set null,
  house      boolean not null generated always as (id like 'house:%') stored,
  -- The sum of its entries, kept by a trigger. Always 0 for the site's own accounts: every transfer changes one of them,
  -- and a stored balance would make them all wait for one row. Their balance is the sum of their entries.
  balance    int not null default 0 check (balance >= 0),
  -- Whether the person appears on the leaderboard.
  listed     boolean not null default true,
  created_at timestamptz(3) not null default now(),
  check (not house or balance = 0)
);
insert into berry_account (id) values
  ('house:earned'), ('house:rewards'), ('house:pending-gifts'), ('house:corrections');

create table berry_transfer (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in
               ('read', 'streak', 'story', 'gift', 'gift-received', 'redemption', 'undo', 'refund', 'correction')),
  cause      text not null unique check (length(cause) between 1 and 120),
  at         timestamptz(3) not null,
  article_id text references article on delete set null,
  -- The transfer that this one takes back. Once only.
  reverses   bigint unique references berry_transfer,
  -- The reason of a correction or refund, or the name of the redeemed reward.
  note       text not null default '' check (length(note) <= 500),
  by_id      text references person on delete set null
);
create index berry_transfer_at on berry_transfer (at desc, id desc);
create index berry_transfer_kind on berry_transfer (kind, at desc, id desc);
create index berry_transfer_article on berry_transfer (article_id) where article_id is not null;
create index berry_transfer_by on berry_transfer (by_id) where by_id is not null;

create table berry_entry (
  transfer_id bigint not null references berry_transfer,
  account_id  text not null references berry_account,
  amount      int not null check (amount <> 0),
  -- The person's balance after it, set by a trigger. Null for the site's own accounts.
  balance     int,
  primary key (transfer_id, account_id)
);
create index berry_entry_account on berry_entry (account_id, transfer_id desc) include (amount);

create function apply_berry_entry() returns trigger language plpgsql as $$
begin
  new.balance := null;
  update berry_account set balance = balance + new.amount where id = new.account_id and not house
    returning balance into new.balance;
  return new;
end $$;
create trigger apply_to_balance before insert on berry_entry for each row execute function apply_berry_entry();

create function check_berry_transfer() returns trigger language plpgsql as $$
declare
  total int;
begin
  select sum(amount) into total from berry_entry where transfer_id = new.transfer_id;
  if total <> 0 then
    raise exception 'entries of berry transfer % sum to %', new.transfer_id, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- At commit, when all entries are there.
create constraint trigger sums_to_zero after insert on berry_entry deferrable initially deferred
  for each row execute function check_berry_transfer();

create function check_berry_transfer_has_entries() returns trigger language plpgsql as $$
begin
  if not exists (select from berry_entry where transfer_id = new.id) then
    raise exception 'berry transfer % has no entries', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger has_entries after insert on berry_transfer deferrable initially deferred
  for each row execute function check_berry_transfer_has_entries();

-- The ledger is append-only. A mistake is corrected with a reversing transfer.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the berry ledger is append-only' using errcode = 'check_violation';
end $$;
create trigger append_only before update or delete on berry_entry for each row execute function refuse_ledger_change();
create trigger append_only before delete or update of kind, cause, at, reverses on berry_transfer
  for each row execute function refuse_ledger_change();
-- A note is deleted with the account that it is about.
create trigger append_only_note before update of note on berry_transfer
  for each row when (new.note <> '') execute function refuse_ledger_change();

-- How berries are earned. Amounts and caps are per person and day.
create table berry_rule (
  kind      text primary key check (kind in ('read', 'streak', 'story')),
  amount    int not null check (amount between 0 and 10000),
  daily_cap int not null check (daily_cap between 0 and 100000),
  enabled   boolean not null default true,
  version   int not null default 1
);
insert into berry_rule (kind, amount, daily_cap) values ('read', 1, 10), ('streak', 2, 2), ('story', 20, 40);

-- What a person earned in a day in UTC by each rule, for the daily caps and the leaderboard.
create table berry_day (
  person_id text not null references person on delete cascade,
  day       text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  kind      text not null check (kind in ('read', 'streak', 'story')),
  amount    int not null check (amount >= 0),
  primary key (person_id, day, kind)
);
create index berry_day_day on berry_day (day, person_id) include (amount);

-- Days with a finished read, for the streak.
create table reading_day (
  person_id text not null references person on delete cascade,
  day       text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  reads     int not null default 1 check (reads > 0),
  primary key (person_id, day)
);

create table berry_gift (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id  text references article on delete set null,
  giver_id    text references person on delete set null,
  receiver_id text references person on delete set null,
  amount      int not null check (amount between 1 and 1000),
  -- A gift is pending for some seconds, in which the giver can undo it. It is returned if the receiver has left by then.
  state       text not null check (state in ('pending', 'given', 'undone', 'returned')),
  at          timestamptz(3) not null,
  settled_at  timestamptz(3),
  check ((state = 'pending') = (settled_at is null))
);
create index berry_gift_pending on berry_gift (at) where state = 'pending';
create index berry_gift_giver on berry_gift (giver_id, at desc) where giver_id is not null;
create index berry_gift_receiver on berry_gift (receiver_id, at desc) where receiver_id is not null;
create index berry_gift_article on berry_gift (article_id) where article_id is not null;

create table reward (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  kind        text not null check (kind in ('membership', 'badge', 'other')),
  name        text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 500),
  icon        text not null default 'gift' check (icon ~ '^[a-z0-9-]{1,40}$'),
  price       int not null check (price between 1 and 1000000),
  -- Months of membership.
  months      int check (months between 1 and 12),
  -- Null: unlimited.
  stock       int check (stock >= 0),
  per_person  int check (per_person > 0),
  -- The question the person answers, such as for an address; empty for none.
  question    text not null default '' check (length(question) <= 200),
  position    int not null default 0,
  archived_at timestamptz(3),
  version     int not null default 1,
  created_at  timestamptz(3) not null,
  check ((kind = 'membership') = (months is not null))
);
create index reward_available on reward (position, id) where archived_at is null;

create table redemption (
  id           text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  reward_id    text not null references reward,
  person_id    text references person on delete set null,
  transfer_id  bigint not null unique references berry_transfer,
  price        int not null check (price > 0),
  state        text not null check (state in ('to-fulfil', 'fulfilled', 'refunded')),
  answer       text not null default '' check (length(answer) <= 1000),
  note         text not null default '' check (length(note) <= 500),
  -- The browser's idempotency key.
  request_id   text not null,
  at           timestamptz(3) not null,
  closed_at    timestamptz(3),
  closed_by    text references person on delete set null,
  unique (person_id, request_id),
  check ((state = 'to-fulfil') = (closed_at is null))
);
create index redemption_reward on redemption (reward_id, person_id);
create index redemption_person on redemption (person_id, at desc, id desc) where person_id is not null;
create index redemption_price on redemption (price, id);
create index redemption_open on redemption (at, id) where state = 'to-fulfil';
create index redemption_newest on redemption (at desc, id desc);
create index redemption_closed_by on redemption (closed_by) where closed_by is not null;

-- What the daily proof of the books found. Empty `differences` when they balance.
create table berry_proof (
  id          bigint generated always as identity primary key,
  at          timestamptz(3) not null,
  transfers   bigint not null,
  accounts    int not null,
  differences jsonb not null default '[]',
  -- What the overview of the admins shows: sums over the whole ledger are too slow for a page.
  totals      jsonb not null
);
