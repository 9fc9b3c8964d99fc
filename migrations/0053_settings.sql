-- Settings that admins change in the browser: a version for each, and pictures of the library among them.
alter table setting add column version int not null default 1;
alter table media_use drop constraint media_use_kind_check;
alter table media_use add constraint media_use_kind_check
  check (kind in ('avatar', 'header', 'cover', 'article', 'category', 'banner', 'setting'));
