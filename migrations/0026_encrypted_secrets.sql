-- Secrets that must be read again are stored encrypted. The server encrypts what is here in clear text when it starts.
alter table signing_key alter column private_jwk type text using private_jwk::text;

-- Tickets live for ten minutes; those begun before this step are not worth converting.
delete from ticket;
alter table ticket alter column data type text using data::text;

-- The keys that something here is encrypted with. Each proves that it is the right one by opening its own line.
create table encryption_key (
  id         text primary key,
  proof      text not null,
  created_at timestamptz not null default now()
);
