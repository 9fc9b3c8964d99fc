-- The token of a browser's session is replaced as it is used. The one before it counts until the new one was seen, and
-- a moment longer. `rotated_at` is when the present one was made, `seen_at` when it was first used.
alter table session
  add column previous_hash bytea unique,
  add column rotated_at    timestamptz,
  add column seen_at       timestamptz;

-- An upload in pieces ends with the session that began it.
alter table upload add column session_id text;
