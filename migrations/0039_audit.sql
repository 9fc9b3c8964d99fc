-- The audit log: who did what, when and from where. Entries are only added. Triggers refuse every other change, also for
-- the owner of the tables, and each entry is part of a hash chain, so that `bramble doctor` finds a change made without them.
create table audit_entry (
  id          bigint generated always as identity primary key,
  at          timestamptz(3) not null,
  -- No foreign key: an entry outlasts the account. Null for the system and for visitors.
  actor_id    text check (length(actor_id) <= 40),
  actor_kind  text not null check (actor_kind in ('person', 'visitor', 'operator', 'system')),
  action      text not null check (length(action) between 1 and 60),
  outcome     text not null default 'done' check (outcome in ('done', 'refused')),
  target_kind text check (length(target_kind) <= 40),
  target_id   text check (length(target_id) <= 200),
  -- The name of the target at the time. Empty for people, whose names are looked up, so that erasing them is complete.
  target_name text not null default '' check (length(target_name) <= 300),
  before      jsonb,
  after       jsonb,
  reason      text not null default '' check (length(reason) <= 2000),
  address     text check (length(address) <= 60),
  request_id  text check (length(request_id) <= 100)
);
create index audit_entry_newest on audit_entry (at desc, id desc);
create index audit_entry_actor on audit_entry (actor_id, at desc, id desc);
create index audit_entry_action on audit_entry (action, at desc, id desc);
create index audit_entry_target on audit_entry (target_kind, target_id, at desc, id desc);
create index audit_entry_refused on audit_entry (at desc, id desc) where outcome = 'refused';
create index audit_entry_request on audit_entry (request_id);
create index audit_entry_name on audit_entry using gin (search_names(target_name)) with (fastupdate = off);

-- The chain, in the order of commits: each hash covers an entry and the hash before it.
create table audit_chain (
  entry_id bigint primary key references audit_entry,
  position bigint not null unique,
  previous bytea unique,
  hash     bytea not null
);

create function audit_hash(entry audit_entry, previous bytea) returns bytea language sql stable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.actor_id, entry.actor_kind, entry.action, entry.outcome,
    entry.target_kind, entry.target_id, entry.target_name, entry.before, entry.after, entry.reason,
    entry.address, entry.request_id)::text, 'UTF8'))
$$;

create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  latest audit_chain;
begin
  -- Deferred to the commit, so that the lock is short and nothing is waited for while it is held.
  perform pg_advisory_xact_lock(hashtext('audit_chain'));
  select * into latest from audit_chain order by position desc limit 1;
  insert into audit_chain (entry_id, position, previous, hash)
  values (new.id, coalesce(latest.position, 0) + 1, latest.hash, audit_hash(new, latest.hash));
  return null;
end $$;
create constraint trigger chain_audit_entry after insert on audit_entry
  deferrable initially deferred for each row execute function chain_audit_entry();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_audit_change();
create trigger append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();
revoke update, delete, truncate on audit_entry, audit_chain from public, current_user;
