-- Each sitemap file lists one range of stories in the order of publication. The ranges are stored, so that a request
-- reads only its own. A range starts at its first key and ends before the next one.
create table sitemap_page (
  number             integer generated always as identity primary key,
  first_published_at timestamptz(3) not null,
  first_id           text not null,
  stories            integer not null default 0,
  changed_at         timestamptz(3),
  unique (first_published_at, first_id)
);

-- Keys of published stories that were added, changed or removed since their page was refreshed. A queue, so that
-- publishing does not wait for the row of the newest page.
create table sitemap_change (
  id           bigint generated always as identity primary key,
  published_at timestamptz(3) not null,
  article_id   text not null,
  removed_at   timestamptz(3)
);
create index sitemap_change_key on sitemap_change (published_at, article_id);

create function note_sitemap_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'published'
    and (tg_op = 'DELETE' or new.state <> 'published' or new.published_at <> old.published_at) then
    insert into sitemap_change (published_at, article_id, removed_at) values (old.published_at, old.id, now());
  end if;
  if tg_op <> 'DELETE' and new.state = 'published' then
    insert into sitemap_change (published_at, article_id) values (new.published_at, new.id);
  end if;
  -- Wakes the worker.
  perform pg_notify('touched', 'sitemap-changes');
  return null;
end $$;

create trigger article_added_to_sitemap after insert on article
  for each row when (new.state = 'published') execute function note_sitemap_change();
create trigger article_removed_from_sitemap after delete on article
  for each row when (old.state = 'published') execute function note_sitemap_change();
create trigger article_changed_in_sitemap after update on article
  for each row when ((old.state = 'published' or new.state = 'published')
    and (old.state, old.slug, old.published_at, old.updated_at, old.canonical_url)
      is distinct from (new.state, new.slug, new.published_at, new.updated_at, new.canonical_url))
  execute function note_sitemap_change();

-- The first page starts before every story. Its change makes the worker split the existing stories into pages.
insert into sitemap_page (first_published_at, first_id) values ('-infinity', '');
insert into sitemap_change (published_at, article_id) values ('-infinity', '');
