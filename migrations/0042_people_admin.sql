-- Admins manage people: lists that stay fast with a million people, notes, invitations, exports and "View as".

-- What the list of people is filtered and sorted by is on the person, so that one index gives the order. Triggers keep the
-- copies: the address is confirmed in many places, and a session is used in every process.
alter table person
  add column erased_at timestamptz,
  add column confirmed boolean not null default true,
  add column seen_at   timestamptz(3);

update person set erased_at = updated_at where uid is null and name = 'Deleted user' and handle like 'gone-%';
update person set confirmed = account.email_verified or account.email is null from account where account.uid = person.uid;
update person set seen_at = greatest(person.created_at, account.last_sign_in_at, used.at)
  from account left join (select uid, max(last_used_at) as at from session group by uid) used on used.uid = account.uid
  where account.uid = person.uid;
update person set seen_at = created_at where seen_at is null;

alter table person
  alter column seen_at set default now(),
  alter column seen_at set not null,
  add column state text not null generated always as (case
    when erased_at is not null then 'erased'
    when disabled_at is not null then 'disabled'
    when confirmed then 'active'
    else 'unconfirmed' end) stored;

create index person_by_joined on person (created_at, id) where erased_at is null;
create index person_by_seen on person (seen_at, id) where erased_at is null;
create index person_by_name on person (lower(name), id) where erased_at is null;
-- Most people are active readers: the indexes above find those. These are for the others.
create index person_role_joined on person (role, created_at, id) where erased_at is null and role <> 'reader';
create index person_role_seen on person (role, seen_at, id) where erased_at is null and role <> 'reader';
create index person_role_name on person (role, lower(name), id) where erased_at is null and role <> 'reader';
create index person_state_joined on person (state, created_at, id) where erased_at is null and state <> 'active';
create index person_state_seen on person (state, seen_at, id) where erased_at is null and state <> 'active';
create index person_state_name on person (state, lower(name), id) where erased_at is null and state <> 'active';
create index person_words on person using gin (search_names(name || ' ' || handle)) with (fastupdate = off)
  where erased_at is null;
create index account_email_begins on account (email text_pattern_ops);

create function start_person() returns trigger language plpgsql as $$
begin
  new.seen_at := new.created_at;
  new.confirmed := coalesce((select email_verified or email is null from account where uid = new.uid), true);
  return new;
end $$;
create trigger start_person before insert on person for each row execute function start_person();

create function copy_confirmed() returns trigger language plpgsql as $$
begin
  update person set confirmed = new.email_verified or new.email is null
    where uid = new.uid and confirmed <> (new.email_verified or new.email is null);
  return null;
end $$;
create trigger copy_confirmed after update of email, email_verified on account
  for each row execute function copy_confirmed();

-- A row that another transaction has locked is skipped: a time that is a little too early is better than a wait.
create function copy_seen() returns trigger language plpgsql as $$
begin
  update person set seen_at = new.last_used_at where id = (
    select id from person where uid = new.uid and seen_at < new.last_used_at - interval '1 minute'
    for no key update skip locked);
  return null;
end $$;
create trigger copy_seen after insert or update of last_used_at on session for each row execute function copy_seen();

-- Notes that admins share about a person, who never sees them.
create table person_note (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id  text not null references person on delete cascade,
  by_id      text references person on delete set null,
  text       text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null
);
create index person_note_person on person_note (person_id, created_at desc, id desc);
create index person_note_by on person_note (by_id);

-- Invitations by mail. Only the hash of the link is stored. Revoked ones are deleted; used ones stay a while.
create table invitation (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  token_hash bytea not null unique,
  email      text not null check (email = lower(email) and length(email) <= 320),
  role       text not null check (role in ('reader', 'author', 'editor', 'admin')),
  by_id      text references person on delete set null,
  created_at timestamptz not null,
  sent_at    timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create unique index invitation_pending on invitation (email) where used_at is null;
create index invitation_newest on invitation (created_at desc, id desc) where used_at is null;
create index invitation_email on invitation (email);
create index invitation_expiry on invitation (expires_at);
create index invitation_by on invitation (by_id);

-- Archives of everything about a person, made by a worker. Unfinished ones continue in another process after a crash.
create table person_export (
  id              text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id       text not null references person on delete cascade,
  by_id           text references person on delete set null,
  created_at      timestamptz not null,
  attempts        int not null default 0,
  next_attempt_at timestamptz,
  problem         text check (length(problem) <= 500),
  blob            text,
  size            bigint,
  finished_at     timestamptz,
  expires_at      timestamptz
);
create index person_export_person on person_export (person_id, created_at desc);
create index person_export_due on person_export (next_attempt_at) where next_attempt_at is not null;
create index person_export_expiry on person_export (expires_at) where expires_at is not null;
create index person_export_by on person_export (by_id);

-- An admin who views the site as another person, for support. It ends with the admin's session, which it belongs to.
create table impersonation (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  token_hash bytea not null unique,
  admin_id   text not null references person on delete cascade,
  person_id  text not null references person on delete cascade,
  session_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz
);
create index impersonation_admin on impersonation (admin_id);
create index impersonation_person on impersonation (person_id);
create index impersonation_expiry on impersonation (expires_at);
