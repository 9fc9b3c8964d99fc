-- Categories are the shelves an editor keeps; tags are words that authors put on stories.
create table category (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  slug        text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name        text not null unique check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  picture     jsonb,
  position    int not null default 0,
  story_count int not null default 0 check (story_count >= 0),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);

create index category_order on category (position, id);

create table tag (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  slug        text not null unique check (length(slug) between 1 and 60 and slug !~ '[[:space:][:cntrl:]/?#%]'),
  name        text not null check (length(name) between 1 and 60),
  story_count int not null default 0 check (story_count >= 0),
  created_at  timestamptz not null default now()
);
