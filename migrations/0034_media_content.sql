-- The SHA-256 of the uploaded file, so that a library stores the same file once. Null for earlier uploads.
alter table media add column content_hash bytea;
create unique index media_content on media (owner_id, content_hash);
