-- Admins edit the about page, the privacy policy and the terms. Until they do, the text that comes with the software is shown.
create table site_page_draft (
  page       text primary key check (page in ('about', 'privacy', 'terms')),
  title      text not null check (length(title) <= 200),
  subtitle   text not null check (length(subtitle) <= 300),
  body       jsonb not null,
  word_count int not null,
  -- Counts the saves. Version 1 is the text that comes with the software.
  version    int not null,
  -- The key of the last save, which a client repeats when it got no reply.
  save_key   text,
  saved_by   text references person,
  saved_at   timestamptz(3) not null
);

-- Every published text, and drafts that were replaced before they were published.
create table site_page_version (
  id         text primary key,
  page       text not null check (page in ('about', 'privacy', 'terms')),
  kind       text not null check (kind in ('published', 'saved')),
  -- The version of the draft.
  version    int not null,
  title      text not null,
  subtitle   text not null,
  body       jsonb not null,
  word_count int not null,
  -- What changed, for other admins.
  note       text not null check (length(note) <= 500),
  saved_by   text references person,
  saved_at   timestamptz(3) not null
);
create index site_page_version_newest on site_page_version (page, saved_at desc, id desc);
create index site_page_version_published on site_page_version (page, saved_at desc, id desc) where kind = 'published';
