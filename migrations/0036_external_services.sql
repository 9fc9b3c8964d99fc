-- The identity and storage services may be at another site.

-- The site whose page signed in through the Firebase-compatible API; null for our own pages and for programs. ID tokens
-- of the session name it as the party that they are for.
alter table session add column origin text check (length(origin) <= 300);

-- The refresh token, encrypted, of the identity service that a session belongs to.
create table service_session (
  id    text primary key references session on delete cascade,
  token text not null
);

-- The address of a file at the storage service; null for a file that is stored here. `blob` is then only its version.
alter table media add column address text check (length(address) <= 4096);
