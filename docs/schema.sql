-- Made from the migrations by `npm run db:snapshot`. For reading, not for running.

table article (
  id text not null,
  author_id text not null,
  category_id text,
  slug text not null,
  state text not null,
  access text not null,
  language text not null,
  title text not null,
  subtitle text not null,
  excerpt text not null,
  body jsonb not null,
  html text not null,
  plain text not null,
  word_count integer not null,
  reading_minutes integer not null,
  cover jsonb,
  canonical_url text,
  seo_title text not null,
  seo_description text not null,
  takes_responses boolean not null,
  featured boolean not null,
  like_count integer not null,
  response_count integer not null,
  version integer not null,
  scheduled_for timestamp with time zone,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  UNIQUE (slug),
  PRIMARY KEY (id),
  FOREIGN KEY (author_id) REFERENCES person(id),
  FOREIGN KEY (category_id) REFERENCES category(id),
  CHECK ((((length(slug) >= 1) AND (length(slug) <= 120)) AND (slug !~ '[[:space:][:cntrl:]/?#%]'::text))),
  CHECK (((state <> 'published'::text) OR (published_at IS NOT NULL))),
  CHECK (((state <> 'scheduled'::text) OR (scheduled_for IS NOT NULL))),
  CHECK ((access = ANY (ARRAY['public'::text, 'members'::text, 'preview'::text]))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text)),
  CHECK ((length(canonical_url) <= 2000)),
  CHECK ((length(excerpt) <= 500)),
  CHECK ((length(seo_description) <= 500)),
  CHECK ((length(seo_title) <= 200)),
  CHECK ((length(subtitle) <= 300)),
  CHECK ((length(title) <= 200)),
  CHECK ((like_count >= 0)),
  CHECK ((reading_minutes >= 1)),
  CHECK ((response_count >= 0)),
  CHECK ((state = ANY (ARRAY['draft'::text, 'in-review'::text, 'scheduled'::text, 'published'::text, 'removed'::text, 'trashed'::text]))),
  CHECK ((version >= 1)),
  CHECK ((word_count >= 0))
);
CREATE INDEX article_by_author ON article USING btree (author_id, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX article_by_category ON article USING btree (category_id, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX article_by_key ON article USING btree (id COLLATE "C") WHERE (state = 'published'::text);
CREATE INDEX article_desk ON article USING btree (author_id, state, updated_at DESC);
CREATE INDEX article_featured ON article USING btree (published_at DESC, id DESC) WHERE ((state = 'published'::text) AND featured);
CREATE INDEX article_latest ON article USING btree (published_at DESC, id DESC) WHERE (state = 'published'::text);

table article_co_author (
  article_id text not null,
  person_id text not null,
  position integer not null,
  PRIMARY KEY (article_id, person_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

table article_tag (
  article_id text not null,
  tag_id text not null,
  position integer not null,
  UNIQUE (tag_id, article_id),
  PRIMARY KEY (article_id, "position"),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE,
  CHECK ((("position" >= 0) AND ("position" <= 4)))
);

table category (
  id text not null,
  slug text not null,
  name text not null,
  description text not null,
  picture jsonb,
  position integer not null,
  story_count integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  UNIQUE (name),
  UNIQUE (slug),
  PRIMARY KEY (id),
  CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(description) <= 500)),
  CHECK ((story_count >= 0))
);
CREATE INDEX category_order ON category USING btree ("position", id);

table migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null,
  PRIMARY KEY (name)
);

table person (
  id text not null,
  uid text,
  handle text not null,
  name text not null,
  about text not null,
  avatar jsonb,
  role text not null,
  story_count integer not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  UNIQUE (handle),
  UNIQUE (uid),
  PRIMARY KEY (id),
  CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  CHECK (((length(uid) >= 1) AND (length(uid) <= 128))),
  CHECK ((handle ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'::text)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(about) <= 500)),
  CHECK ((role = ANY (ARRAY['reader'::text, 'author'::text, 'editor'::text, 'admin'::text]))),
  CHECK ((story_count >= 0))
);
CREATE INDEX person_admins ON person USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX person_creators ON person USING btree (story_count DESC, id) WHERE ((story_count > 0) AND (disabled_at IS NULL));

table rate_limit (
  key text not null,
  ends_at timestamp with time zone not null,
  count integer not null,
  PRIMARY KEY (key),
  CHECK ((length(key) <= 200))
);
CREATE INDEX rate_limit_expiry ON rate_limit USING btree (ends_at);

table response (
  id text not null,
  article_id text not null,
  author_id text not null,
  parent_id text,
  depth smallint not null,
  parent_depth smallint,
  state text not null,
  text text not null,
  like_count integer not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  UNIQUE (id, article_id, depth),
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (author_id) REFERENCES person(id),
  FOREIGN KEY (parent_id, article_id, parent_depth) REFERENCES response(id, article_id, depth) ON DELETE CASCADE,
  CHECK (((length(text) >= 1) AND (length(text) <= 10000))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((like_count >= 0)),
  CHECK ((state = ANY (ARRAY['shown'::text, 'held'::text, 'hidden'::text, 'deleted'::text])))
);
CREATE INDEX response_author ON response USING btree (author_id, created_at DESC);
CREATE INDEX response_replies ON response USING btree (parent_id, created_at, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX response_thread ON response USING btree (article_id, depth, created_at, id);

table session (
  token_hash bytea not null,
  person_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX session_expiry ON session USING btree (expires_at);
CREATE INDEX session_person ON session USING btree (person_id);

table setting (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (key),
  CHECK (((length(key) >= 1) AND (length(key) <= 60)))
);

table setup_link (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (token_hash)
);

table tag (
  id text not null,
  slug text not null,
  name text not null,
  story_count integer not null,
  created_at timestamp with time zone not null,
  UNIQUE (slug),
  PRIMARY KEY (id),
  CHECK ((((length(slug) >= 1) AND (length(slug) <= 60)) AND (slug !~ '[[:space:][:cntrl:]/?#%]'::text))),
  CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((story_count >= 0))
);
