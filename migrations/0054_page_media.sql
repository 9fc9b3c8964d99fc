-- Pictures of the pages that admins edit are in use. After 0053, which replaces the same constraint.
alter table media_use drop constraint media_use_kind_check;
alter table media_use add constraint media_use_kind_check
  check (kind in ('avatar', 'header', 'cover', 'article', 'category', 'banner', 'setting', 'page'));
