-- Writing: what is being worked on stands apart from what readers see, and every step of an article's life is written down.
alter table article
  add column members_html  text not null default '',
  add column members_plain text not null default '',
  add column contents      jsonb not null default '[]',
  add column trashed_at    timestamptz,
  add column trashed_from  text,
  add constraint article_trashed check (state <> 'trashed' or trashed_at is not null) not valid;
update article set trashed_at = updated_at, trashed_from = 'draft' where state = 'trashed';
alter table article validate constraint article_trashed;
alter table article drop column version;

create index article_due on article (scheduled_for) where state = 'scheduled';
create index article_trash on article (trashed_at) where state = 'trashed';
create index article_by_state on article (state, updated_at desc, id desc);
create index article_co_author_person on article_co_author (person_id);

-- Every article has one: the working copy. A published story can be worked on for days before readers see any of it.
create table draft (
  article_id      text primary key references article on delete cascade,
  -- Grows by one with every save; whoever saves says which one they began with.
  version         int not null default 1 check (version >= 1),
  -- The last save, by a name the browser gave it: one that comes again after a lost answer is known.
  save_key        text check (length(save_key) <= 40),
  title           text not null default '' check (length(title) <= 200),
  subtitle        text not null default '' check (length(subtitle) <= 300),
  body            jsonb not null,
  -- Made from the body by the save.
  html            text not null,
  members_html    text not null default '',
  plain           text not null,
  members_plain   text not null default '',
  contents        jsonb not null default '[]',
  word_count      int not null default 0 check (word_count >= 0),
  reading_minutes int not null default 1 check (reading_minutes >= 1),
  -- The library's picture with its words and the point that must stay in view.
  cover           jsonb,
  category_id     text references category,
  tags            text[] not null default '{}' check (cardinality(tags) <= 5),
  excerpt         text not null default '' check (length(excerpt) <= 500),
  -- What the author wants; null, and the title decides when the story is first published.
  slug            text check (length(slug) between 1 and 120 and slug !~ '[[:space:][:cntrl:]/?#%]'),
  canonical_url   text check (length(canonical_url) <= 2000),
  seo_title       text not null default '' check (length(seo_title) <= 200),
  seo_description text not null default '' check (length(seo_description) <= 500),
  access          text not null default 'public' check (access in ('public', 'members', 'preview')),
  language        text not null default 'en' check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  takes_responses boolean not null default true,
  -- Whether readers would see something else if it were published now.
  changed         boolean not null default true,
  -- When its writer, who may not publish, asked for the changes to a published story to be looked at.
  update_asked_at timestamptz,
  saved_by        text references person on delete set null,
  saved_at        timestamptz not null default now()
);
create index draft_update_asked on draft (update_asked_at) where update_asked_at is not null;

insert into draft (article_id, title, subtitle, body, html, plain, word_count, reading_minutes, cover, category_id, tags,
                   excerpt, slug, canonical_url, seo_title, seo_description, access, language, takes_responses, changed,
                   saved_by, saved_at)
select id, title, subtitle, body, html, plain, word_count, reading_minutes,
       case when cover is null then null
            else jsonb_build_object('media', null, 'alt', cover->>'alt', 'focus', null, 'picture', cover) end,
       category_id,
       coalesce((select array_agg(tag.name order by article_tag.position) from article_tag join tag on tag.id = tag_id
                 where article_id = article.id), '{}'),
       '', slug, canonical_url, seo_title, seo_description, access, language, takes_responses, state <> 'published',
       author_id, updated_at
from article;

-- Who moved an article from where to where, when and why.
create table article_move (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id text not null references article on delete cascade,
  move       text not null check (length(move) <= 40),
  from_state text not null,
  to_state   text not null,
  -- Nobody, when its time had come.
  by_id      text references person on delete set null,
  note       text not null default '' check (length(note) <= 5000),
  at         timestamptz not null
);
create index article_move_history on article_move (article_id, at desc, id desc);

-- What the text was at a moment: at every publication, and now and then while it was written.
create table revision (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id text not null references article on delete cascade,
  kind       text not null check (kind in ('saved', 'submitted', 'published', 'restored')),
  version    int not null,
  title      text not null,
  subtitle   text not null,
  body       jsonb not null,
  word_count int not null,
  saved_by   text references person on delete set null,
  saved_at   timestamptz not null
);
create index revision_history on revision (article_id, saved_at desc, id desc);

-- What a reviewer says about a passage, which is quoted: the text moves on, the quote is found again or shown as it was.
create table review_note (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id  text not null references article on delete cascade,
  by_id       text references person on delete set null,
  quote       text not null default '' check (length(quote) <= 1000),
  text        text not null check (length(text) between 1 and 5000),
  created_at  timestamptz not null,
  resolved_at timestamptz
);
create index review_note_article on review_note (article_id, created_at, id);

-- Lets whoever has it read an article before it is published. Only its hash is stored.
create table share_link (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id text not null references article on delete cascade,
  token_hash bytea not null unique,
  by_id      text references person on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index share_link_article on share_link (article_id, created_at);
create index share_link_expiry on share_link (expires_at);

-- Addresses that stories had before: each leads to the story for ever.
create table old_slug (
  slug       text primary key,
  article_id text not null references article on delete cascade,
  since      timestamptz not null
);
create index old_slug_article on old_slug (article_id);

-- What a new article can start from: a whole beginning, or a question that invites one.
create table template (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  kind        text not null check (kind in ('template', 'prompt')),
  name        text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 500),
  title       text not null default '' check (length(title) <= 200),
  body        jsonb,
  position    int not null default 0,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create index template_order on template (kind, position, id);
