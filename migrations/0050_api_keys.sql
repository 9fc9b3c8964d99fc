-- API keys let programs call the API as the admin who created them, limited to the scopes of the key. Only the SHA-256 hash
-- of a key is stored.
create table api_key (
  id           text primary key check (length(id) = 20),
  hash         bytea not null unique check (length(hash) = 32),
  last_four    text not null check (length(last_four) = 4),
  name         text not null check (length(name) between 1 and 100),
  scopes       text[] not null check (cardinality(scopes) > 0),
  created_by   text not null references person on delete cascade,
  created_at   timestamptz(3) not null,
  -- Null for a key that never expires.
  expires_at   timestamptz(3),
  -- Exact to about a minute.
  last_used_at timestamptz(3),
  revoked_at   timestamptz(3),
  version      int not null default 1
);
create index api_key_creator on api_key (created_by);

-- The key that a call was made with. No foreign key: an entry outlasts the key.
alter table audit_entry add column key_id text check (length(key_id) <= 40);
create index audit_entry_key on audit_entry (key_id, at desc, id desc) where key_id is not null;

-- Entries without a key have the same hash as before.
create or replace function audit_hash(entry audit_entry, previous bytea) returns bytea language sql stable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to((jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.actor_id, entry.actor_kind, entry.action, entry.outcome,
    entry.target_kind, entry.target_id, entry.target_name, entry.before, entry.after, entry.reason,
    entry.address, entry.request_id)
    || case when entry.key_id is null then '[]'::jsonb else jsonb_build_array(entry.key_id) end)::text, 'UTF8'))
$$;
