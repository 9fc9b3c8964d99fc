-- An article is one row through all its life; `state` says where it stands. What readers see of it is a story.
create table article (
  id              text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  author_id       text not null references person,
  category_id     text references category,
  slug            text not null unique check (length(slug) between 1 and 120 and slug !~ '[[:space:][:cntrl:]/?#%]'),
  state           text not null default 'draft'
                  check (state in ('draft', 'in-review', 'scheduled', 'published', 'removed', 'trashed')),
  access          text not null default 'public' check (access in ('public', 'members', 'preview')),
  language        text not null default 'en' check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  title           text not null default '' check (length(title) <= 200),
  subtitle        text not null default '' check (length(subtitle) <= 300),
  excerpt         text not null default '' check (length(excerpt) <= 500),
  -- The document is what was written; html and plain are made from it whenever it is saved.
  body            jsonb not null,
  html            text not null,
  plain           text not null,
  word_count      int not null default 0 check (word_count >= 0),
  reading_minutes int not null default 1 check (reading_minutes >= 1),
  cover           jsonb,
  canonical_url   text check (length(canonical_url) <= 2000),
  seo_title       text not null default '' check (length(seo_title) <= 200),
  seo_description text not null default '' check (length(seo_description) <= 500),
  takes_responses boolean not null default true,
  featured        boolean not null default false,
  like_count      int not null default 0 check (like_count >= 0),
  response_count  int not null default 0 check (response_count >= 0),
  version         int not null default 1 check (version >= 1),
  scheduled_for   timestamptz,
  -- Milliseconds, as the browser counts: a list is paged by this and the id.
  published_at    timestamptz(3),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  check (state <> 'published' or published_at is not null),
  check (state <> 'scheduled' or scheduled_for is not null)
);

-- The id breaks ties, so that a list paged by key can neither skip nor repeat a story.
create index article_latest on article (published_at desc, id desc) where state = 'published';
create index article_by_category on article (category_id, published_at desc, id desc) where state = 'published';
create index article_by_author on article (author_id, published_at desc, id desc) where state = 'published';
create index article_featured on article (published_at desc, id desc) where state = 'published' and featured;
create index article_desk on article (author_id, state, updated_at desc);

create table article_tag (
  article_id text not null references article on delete cascade,
  tag_id     text not null references tag on delete cascade,
  position   int not null check (position between 0 and 4),
  primary key (article_id, position),
  unique (tag_id, article_id)
);

-- Those who wrote it with the author, in the order of the byline.
create table article_co_author (
  article_id text not null references article on delete cascade,
  person_id  text not null references person on delete cascade,
  position   int not null,
  primary key (article_id, person_id)
);
