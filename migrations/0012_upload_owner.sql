-- Every piece that arrives asks how much its sender has begun and not finished.
create index upload_owner on upload (owner_uid);
