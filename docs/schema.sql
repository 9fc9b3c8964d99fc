-- Made from the migrations by `npm run db:snapshot`. For reading, not for running.

table account (
  uid text not null,
  email text,
  email_verified boolean not null,
  password_hash text,
  password_updated_at timestamp with time zone,
  display_name text,
  photo_url text,
  phone_number text,
  tenant_id text,
  disabled_at timestamp with time zone,
  valid_since timestamp with time zone not null,
  created_at timestamp with time zone not null,
  last_sign_in_at timestamp with time zone not null,
  UNIQUE (email),
  PRIMARY KEY (uid),
  CHECK (((email = lower(email)) AND (length(email) <= 320))),
  CHECK (((length(uid) >= 1) AND (length(uid) <= 128))),
  CHECK ((length(display_name) <= 256)),
  CHECK ((length(phone_number) <= 40)),
  CHECK ((length(photo_url) <= 2048)),
  CHECK ((length(tenant_id) <= 128))
);
CREATE INDEX account_email_begins ON account USING btree (email text_pattern_ops);

table account_provider (
  provider_id text not null,
  raw_id text not null,
  uid text not null,
  email text,
  display_name text,
  photo_url text,
  linked_at timestamp with time zone not null,
  issuer text not null,
  UNIQUE (uid, provider_id),
  PRIMARY KEY (provider_id, raw_id, issuer),
  FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE,
  CHECK (((length(provider_id) >= 1) AND (length(provider_id) <= 128))),
  CHECK (((length(raw_id) >= 1) AND (length(raw_id) <= 256))),
  CHECK ((length(issuer) <= 2000))
);

table analytics_activity (
  person_id text not null,
  week date not null,
  PRIMARY KEY (person_id, week),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((EXTRACT(isodow FROM week) = (1)::numeric))
);
CREATE INDEX analytics_activity_week ON analytics_activity USING btree (week);

table analytics_batch (
  id bigint not null,
  received_at timestamp with time zone not null,
  events jsonb not null,
  run bigint,
  PRIMARY KEY (id)
);
CREATE INDEX analytics_batch_run ON analytics_batch USING btree (run) WHERE (run IS NOT NULL);

table analytics_day (
  article_id text not null,
  dimension text not null,
  day date not null,
  value text not null,
  views integer not null,
  reads integer not null,
  visitors integer not null,
  PRIMARY KEY (article_id, dimension, day, value)
);

table analytics_depth (
  article_id text not null,
  day date not null,
  p1 integer not null,
  p2 integer not null,
  p3 integer not null,
  p4 integer not null,
  p5 integer not null,
  p6 integer not null,
  p7 integer not null,
  p8 integer not null,
  p9 integer not null,
  p10 integer not null,
  p11 integer not null,
  p12 integer not null,
  p13 integer not null,
  p14 integer not null,
  p15 integer not null,
  p16 integer not null,
  p17 integer not null,
  p18 integer not null,
  p19 integer not null,
  p20 integer not null,
  PRIMARY KEY (article_id, day)
);

table analytics_event (
  day date not null,
  id text not null,
  at timestamp with time zone not null,
  kind text not null,
  visitor bigint not null,
  path text not null,
  page text not null,
  article_id text,
  source text not null,
  referrer text not null,
  campaign text not null,
  device text not null,
  language text not null,
  country text not null,
  name text not null,
  value double precision not null,
  depth_from smallint not null,
  depth_to smallint not null,
  PRIMARY KEY (day, id),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text))
);

table analytics_hour (
  dimension text not null,
  at timestamp with time zone not null,
  value text not null,
  views integer not null,
  reads integer not null,
  visitors integer not null,
  PRIMARY KEY (dimension, at, value)
);

table analytics_live (
  visitor bigint not null,
  at timestamp with time zone not null,
  path text not null,
  article_id text,
  PRIMARY KEY (visitor)
);
CREATE INDEX analytics_live_at ON analytics_live USING btree (at);

table analytics_month (
  article_id text not null,
  dimension text not null,
  month date not null,
  value text not null,
  views integer not null,
  reads integer not null,
  visitors integer not null,
  PRIMARY KEY (article_id, dimension, month, value),
  CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

table analytics_salt (
  day date not null,
  salt bytea not null,
  PRIMARY KEY (day),
  CHECK ((length(salt) = 32))
);

table analytics_seen (
  day date not null,
  key bigint not null,
  PRIMARY KEY (day, key)
);

table analytics_vital (
  day date not null,
  page text not null,
  name text not null,
  bucket smallint not null,
  samples integer not null,
  PRIMARY KEY (day, page, name, bucket)
);

table analytics_vital_month (
  month date not null,
  page text not null,
  name text not null,
  bucket smallint not null,
  samples integer not null,
  PRIMARY KEY (month, page, name, bucket),
  CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

table announcement (
  id text not null,
  text text not null,
  revision integer not null,
  tone text not null,
  audience text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  priority integer not null,
  dismissible boolean not null,
  action_label text,
  action_link text,
  enabled boolean not null,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (((action_label IS NULL) = (action_link IS NULL))),
  CHECK (((length(action_label) >= 1) AND (length(action_label) <= 40))),
  CHECK (((length(action_link) >= 1) AND (length(action_link) <= 2000))),
  CHECK (((length(audience) >= 1) AND (length(audience) <= 40))),
  CHECK (((length(text) >= 1) AND (length(text) <= 200))),
  CHECK (((priority >= 0) AND (priority <= 100))),
  CHECK ((ends_at > starts_at)),
  CHECK ((tone = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text])))
);
CREATE INDEX announcement_deleted ON announcement USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX announcement_enabled ON announcement USING btree (priority DESC, created_at DESC) WHERE (enabled AND (deleted_at IS NULL));
CREATE INDEX announcement_ends ON announcement USING btree (ends_at) WHERE (enabled AND (deleted_at IS NULL));
CREATE INDEX announcement_newest ON announcement USING btree (created_at DESC, id DESC);
CREATE INDEX announcement_priority ON announcement USING btree (priority DESC, id DESC);
CREATE INDEX announcement_starts ON announcement USING btree (starts_at) WHERE (enabled AND (deleted_at IS NULL));
CREATE INDEX announcement_text ON announcement USING gin (search_names(text)) WITH (fastupdate=off);

table announcement_dismissal (
  person_id text not null,
  announcement_id text not null,
  revision integer not null,
  PRIMARY KEY (person_id, announcement_id),
  FOREIGN KEY (announcement_id) REFERENCES announcement(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX announcement_dismissal_announcement ON announcement_dismissal USING btree (announcement_id);

table api_key (
  id text not null,
  hash bytea not null,
  last_four text not null,
  name text not null,
  scopes ARRAY not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  version integer not null,
  UNIQUE (hash),
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CHECK ((cardinality(scopes) > 0)),
  CHECK ((length(hash) = 32)),
  CHECK ((length(id) = 20)),
  CHECK ((length(last_four) = 4))
);
CREATE INDEX api_key_creator ON api_key USING btree (created_by);

table appeal (
  id text not null,
  case_id text not null,
  person_id text not null,
  text text not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  outcome text,
  note text not null,
  UNIQUE (case_id, person_id),
  PRIMARY KEY (id),
  FOREIGN KEY (case_id) REFERENCES moderation_case(id) ON DELETE CASCADE,
  FOREIGN KEY (decided_by) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((outcome IS NULL) = (decided_at IS NULL))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(note) <= 1000)),
  CHECK ((length(text) <= 1000)),
  CHECK ((outcome = ANY (ARRAY['accepted'::text, 'rejected'::text])))
);
CREATE INDEX appeal_decided_by ON appeal USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX appeal_person ON appeal USING btree (person_id);

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
  scheduled_for timestamp with time zone,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  members_html text not null,
  members_plain text not null,
  contents jsonb not null,
  trashed_at timestamp with time zone,
  trashed_from text,
  bookmark_count integer not null,
  UNIQUE (slug),
  PRIMARY KEY (id),
  FOREIGN KEY (author_id) REFERENCES person(id),
  FOREIGN KEY (category_id) REFERENCES category(id),
  CHECK ((((length(slug) >= 1) AND (length(slug) <= 120)) AND (slug !~ '[[:space:][:cntrl:]/?#%]'::text))),
  CHECK (((state <> 'published'::text) OR (published_at IS NOT NULL))),
  CHECK (((state <> 'scheduled'::text) OR (scheduled_for IS NOT NULL))),
  CHECK (((state <> 'trashed'::text) OR (trashed_at IS NOT NULL))),
  CHECK ((access = ANY (ARRAY['public'::text, 'members'::text, 'preview'::text]))),
  CHECK ((bookmark_count >= 0)),
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
  CHECK ((word_count >= 0))
);
CREATE INDEX article_by_author ON article USING btree (author_id, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX article_by_category ON article USING btree (category_id, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX article_by_key ON article USING btree (id COLLATE "C") WHERE (state = 'published'::text);
CREATE INDEX article_by_state ON article USING btree (state, updated_at DESC, id DESC);
CREATE INDEX article_category ON article USING btree (category_id, id);
CREATE INDEX article_category_author ON article USING btree (category_id, author_id) WHERE (state = 'published'::text);
CREATE INDEX article_category_featured ON article USING btree (category_id, published_at DESC, id DESC) WHERE ((state = 'published'::text) AND featured);
CREATE INDEX article_desk ON article USING btree (author_id, state, updated_at DESC);
CREATE INDEX article_due ON article USING btree (scheduled_for) WHERE (state = 'scheduled'::text);
CREATE INDEX article_featured ON article USING btree (published_at DESC, id DESC) WHERE ((state = 'published'::text) AND featured);
CREATE INDEX article_latest ON article USING btree (published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX article_trash ON article USING btree (trashed_at) WHERE (state = 'trashed'::text);

table article_co_author (
  article_id text not null,
  person_id text not null,
  position integer not null,
  published_at timestamp with time zone,
  PRIMARY KEY (article_id, person_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX article_co_author_order ON article_co_author USING btree (person_id, published_at DESC, article_id DESC);

table article_move (
  id text not null,
  article_id text not null,
  move text not null,
  from_state text not null,
  to_state text not null,
  by_id text,
  note text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(move) <= 40)),
  CHECK ((length(note) <= 5000))
);
CREATE INDEX article_move_history ON article_move USING btree (article_id, at DESC, id DESC);
CREATE INDEX article_move_newest ON article_move USING btree (at DESC, id DESC);
CREATE INDEX article_move_unscheduled ON article_move USING btree (at DESC, id DESC) WHERE ((move = 'unschedule'::text) AND (by_id IS NULL));

table article_tag (
  article_id text not null,
  tag_id text not null,
  position integer not null,
  published_at timestamp with time zone,
  UNIQUE (tag_id, article_id),
  PRIMARY KEY (article_id, "position"),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE,
  CHECK ((("position" >= 0) AND ("position" <= 4)))
);
CREATE INDEX article_tag_order ON article_tag USING btree (tag_id, published_at DESC, article_id DESC);

table audit_chain (
  entry_id bigint not null,
  position bigint not null,
  previous bytea,
  hash bytea not null,
  UNIQUE ("position"),
  UNIQUE (previous),
  PRIMARY KEY (entry_id),
  FOREIGN KEY (entry_id) REFERENCES audit_entry(id)
);

table audit_entry (
  id bigint not null,
  at timestamp with time zone not null,
  actor_id text,
  actor_kind text not null,
  action text not null,
  outcome text not null,
  target_kind text,
  target_id text,
  target_name text not null,
  before jsonb,
  after jsonb,
  reason text not null,
  address text,
  request_id text,
  key_id text,
  PRIMARY KEY (id),
  CHECK (((length(action) >= 1) AND (length(action) <= 60))),
  CHECK ((actor_kind = ANY (ARRAY['person'::text, 'visitor'::text, 'operator'::text, 'system'::text]))),
  CHECK ((length(actor_id) <= 40)),
  CHECK ((length(address) <= 60)),
  CHECK ((length(key_id) <= 40)),
  CHECK ((length(reason) <= 2000)),
  CHECK ((length(request_id) <= 100)),
  CHECK ((length(target_id) <= 200)),
  CHECK ((length(target_kind) <= 40)),
  CHECK ((length(target_name) <= 300)),
  CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
);
CREATE INDEX audit_entry_action ON audit_entry USING btree (action, at DESC, id DESC);
CREATE INDEX audit_entry_actor ON audit_entry USING btree (actor_id, at DESC, id DESC);
CREATE INDEX audit_entry_key ON audit_entry USING btree (key_id, at DESC, id DESC) WHERE (key_id IS NOT NULL);
CREATE INDEX audit_entry_name ON audit_entry USING gin (search_names(target_name)) WITH (fastupdate=off);
CREATE INDEX audit_entry_newest ON audit_entry USING btree (at DESC, id DESC);
CREATE INDEX audit_entry_refused ON audit_entry USING btree (at DESC, id DESC) WHERE (outcome = 'refused'::text);
CREATE INDEX audit_entry_request ON audit_entry USING btree (request_id);
CREATE INDEX audit_entry_target ON audit_entry USING btree (target_kind, target_id, at DESC, id DESC);

table backup (
  id text not null,
  state text not null,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  made_by text,
  slot timestamp with time zone,
  file text not null,
  size bigint,
  sha256 text,
  row_count bigint,
  object_count bigint,
  missing integer not null,
  error text,
  verify_state text,
  verified_at timestamp with time zone,
  verify_error text,
  lease_id text,
  lease_until timestamp with time zone,
  stage text,
  done bigint not null,
  total bigint not null,
  UNIQUE (slot),
  PRIMARY KEY (id),
  FOREIGN KEY (made_by) REFERENCES person(id) ON DELETE SET NULL,
  CHECK (((state <> 'whole'::text) OR ((size IS NOT NULL) AND (sha256 IS NOT NULL) AND (finished_at IS NOT NULL)))),
  CHECK (((verify_state IS NULL) OR (state = 'whole'::text))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(error) <= 2000)),
  CHECK ((length(file) <= 200)),
  CHECK ((length(verify_error) <= 2000)),
  CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'whole'::text, 'failed'::text]))),
  CHECK ((verify_state = ANY (ARRAY['waiting'::text, 'running'::text, 'passed'::text, 'failed'::text])))
);
CREATE INDEX backup_made_by ON backup USING btree (made_by);
CREATE INDEX backup_newest ON backup USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX backup_running ON backup USING btree ((true)) WHERE ((state = 'running'::text) OR (verify_state = 'running'::text));

table berry_account (
  id text not null,
  person_id text,
  house boolean not null,
  balance integer not null,
  listed boolean not null,
  created_at timestamp with time zone not null,
  UNIQUE (person_id),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK (((NOT house) OR (balance = 0))),
  CHECK ((balance >= 0)),
  CHECK ((id ~ '^([A-Za-z0-9]{20}|house:[a-z-]{1,30})$'::text))
);

table berry_day (
  person_id text not null,
  day text not null,
  kind text not null,
  amount integer not null,
  PRIMARY KEY (person_id, day, kind),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((amount >= 0)),
  CHECK ((day ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  CHECK ((kind = ANY (ARRAY['read'::text, 'streak'::text, 'story'::text])))
);
CREATE INDEX berry_day_day ON berry_day USING btree (day, person_id) INCLUDE (amount);

table berry_entry (
  transfer_id bigint not null,
  account_id text not null,
  amount integer not null,
  balance integer,
  PRIMARY KEY (transfer_id, account_id),
  FOREIGN KEY (account_id) REFERENCES berry_account(id),
  FOREIGN KEY (transfer_id) REFERENCES berry_transfer(id),
  CHECK ((amount <> 0))
);
CREATE INDEX berry_entry_account ON berry_entry USING btree (account_id, transfer_id DESC) INCLUDE (amount);

table berry_gift (
  id text not null,
  article_id text,
  giver_id text,
  receiver_id text,
  amount integer not null,
  state text not null,
  at timestamp with time zone not null,
  settled_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE SET NULL,
  FOREIGN KEY (giver_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (receiver_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK (((amount >= 1) AND (amount <= 1000))),
  CHECK (((state = 'pending'::text) = (settled_at IS NULL))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((state = ANY (ARRAY['pending'::text, 'given'::text, 'undone'::text, 'returned'::text])))
);
CREATE INDEX berry_gift_article ON berry_gift USING btree (article_id) WHERE (article_id IS NOT NULL);
CREATE INDEX berry_gift_giver ON berry_gift USING btree (giver_id, at DESC) WHERE (giver_id IS NOT NULL);
CREATE INDEX berry_gift_pending ON berry_gift USING btree (at) WHERE (state = 'pending'::text);
CREATE INDEX berry_gift_receiver ON berry_gift USING btree (receiver_id, at DESC) WHERE (receiver_id IS NOT NULL);

table berry_proof (
  id bigint not null,
  at timestamp with time zone not null,
  transfers bigint not null,
  accounts integer not null,
  differences jsonb not null,
  totals jsonb not null,
  PRIMARY KEY (id)
);

table berry_rule (
  kind text not null,
  amount integer not null,
  daily_cap integer not null,
  enabled boolean not null,
  version integer not null,
  PRIMARY KEY (kind),
  CHECK (((amount >= 0) AND (amount <= 10000))),
  CHECK (((daily_cap >= 0) AND (daily_cap <= 100000))),
  CHECK ((kind = ANY (ARRAY['read'::text, 'streak'::text, 'story'::text])))
);

table berry_transfer (
  id bigint not null,
  kind text not null,
  cause text not null,
  at timestamp with time zone not null,
  article_id text,
  reverses bigint,
  note text not null,
  by_id text,
  UNIQUE (cause),
  UNIQUE (reverses),
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE SET NULL,
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (reverses) REFERENCES berry_transfer(id),
  CHECK (((length(cause) >= 1) AND (length(cause) <= 120))),
  CHECK ((kind = ANY (ARRAY['read'::text, 'streak'::text, 'story'::text, 'gift'::text, 'gift-received'::text, 'redemption'::text, 'undo'::text, 'refund'::text, 'correction'::text]))),
  CHECK ((length(note) <= 500))
);
CREATE INDEX berry_transfer_article ON berry_transfer USING btree (article_id) WHERE (article_id IS NOT NULL);
CREATE INDEX berry_transfer_at ON berry_transfer USING btree (at DESC, id DESC);
CREATE INDEX berry_transfer_by ON berry_transfer USING btree (by_id) WHERE (by_id IS NOT NULL);
CREATE INDEX berry_transfer_kind ON berry_transfer USING btree (kind, at DESC, id DESC);

table billing_event (
  provider text not null,
  id text not null,
  type text not null,
  received_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  subject text not null,
  attempts integer not null,
  due_at timestamp with time zone,
  PRIMARY KEY (provider, id),
  CHECK ((length(id) <= 200)),
  CHECK ((length(provider) <= 20)),
  CHECK ((length(subject) <= 300)),
  CHECK ((length(type) <= 100))
);
CREATE INDEX billing_event_age ON billing_event USING btree (received_at);
CREATE INDEX billing_event_due ON billing_event USING btree (due_at) WHERE (due_at IS NOT NULL);

table billing_event_reading (
  provider text not null,
  read_until timestamp with time zone not null,
  due_at timestamp with time zone not null,
  PRIMARY KEY (provider),
  CHECK ((length(provider) <= 20))
);

table billing_profile (
  person_id text not null,
  name text not null,
  address text not null,
  country text not null,
  tax_id text not null,
  provider text,
  customer_id text,
  UNIQUE (provider, customer_id),
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((country ~ '^([A-Z]{2})?$'::text)),
  CHECK ((length(address) <= 500)),
  CHECK ((length(customer_id) <= 200)),
  CHECK ((length(name) <= 120)),
  CHECK ((length(provider) <= 20)),
  CHECK ((length(tax_id) <= 40))
);

table block (
  blocker_id text not null,
  blocked_id text not null,
  since timestamp with time zone not null,
  PRIMARY KEY (blocker_id, blocked_id),
  FOREIGN KEY (blocked_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (blocker_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((blocker_id <> blocked_id))
);
CREATE INDEX block_blocked ON block USING btree (blocked_id, blocker_id);

table bookmark (
  list_id text not null,
  article_id text not null,
  owner_id text not null,
  note text not null,
  position double precision not null,
  added_at timestamp with time zone not null,
  PRIMARY KEY (list_id, article_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (list_id) REFERENCES reading_list(id) ON DELETE CASCADE,
  FOREIGN KEY (owner_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((length(note) <= 1000))
);
CREATE INDEX bookmark_article ON bookmark USING btree (article_id);
CREATE INDEX bookmark_order ON bookmark USING btree (list_id, "position", article_id);
CREATE INDEX bookmark_saved ON bookmark USING btree (owner_id, article_id);

table cache_minute (
  at timestamp with time zone not null,
  hits bigint not null,
  misses bigint not null,
  PRIMARY KEY (at)
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
  color text,
  follower_count integer not null,
  version integer not null,
  UNIQUE (name),
  UNIQUE (slug),
  PRIMARY KEY (id),
  CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  CHECK ((follower_count >= 0)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(description) <= 500)),
  CHECK ((story_count >= 0)),
  CHECK ((version >= 1))
);
CREATE INDEX category_order ON category USING btree ("position", id);

table checkout (
  id text not null,
  kind text not null,
  person_id text not null,
  plan_id text not null,
  coupon_id text,
  provider text not null,
  session_id text,
  url text not null,
  state text not null,
  request_id text not null,
  amount integer not null,
  currency text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  due_at timestamp with time zone,
  UNIQUE (person_id, request_id),
  UNIQUE (provider, session_id),
  PRIMARY KEY (id),
  FOREIGN KEY (coupon_id) REFERENCES coupon(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (plan_id) REFERENCES plan(id),
  CHECK ((amount >= 0)),
  CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((kind = ANY (ARRAY['membership'::text, 'gift'::text]))),
  CHECK ((length(provider) <= 20)),
  CHECK ((length(session_id) <= 300)),
  CHECK ((length(url) <= 4000)),
  CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text, 'refunded'::text])))
);
CREATE INDEX checkout_coupon ON checkout USING btree (coupon_id) WHERE (coupon_id IS NOT NULL);
CREATE INDEX checkout_due ON checkout USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX checkout_plan ON checkout USING btree (plan_id);

table coupon (
  id text not null,
  code text not null,
  percent_off integer,
  amount_off integer,
  currency text,
  duration text not null,
  months integer,
  plan_id text,
  max_redemptions integer,
  redemptions integer not null,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  UNIQUE (code),
  PRIMARY KEY (id),
  FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE CASCADE,
  CHECK (((amount_off IS NULL) = (currency IS NULL))),
  CHECK (((duration = 'months'::text) = (months IS NOT NULL))),
  CHECK (((max_redemptions IS NULL) OR (redemptions <= max_redemptions))),
  CHECK (((months >= 1) AND (months <= 36))),
  CHECK (((percent_off >= 1) AND (percent_off <= 100))),
  CHECK (((percent_off IS NULL) <> (amount_off IS NULL))),
  CHECK ((amount_off > 0)),
  CHECK ((code ~ '^[A-Z0-9-]{3,40}$'::text)),
  CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CHECK ((duration = ANY (ARRAY['once'::text, 'months'::text, 'forever'::text]))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((max_redemptions > 0)),
  CHECK ((redemptions >= 0))
);
CREATE INDEX coupon_newest ON coupon USING btree (created_at DESC, id DESC);
CREATE INDEX coupon_plan ON coupon USING btree (plan_id) WHERE (plan_id IS NOT NULL);

table coupon_redemption (
  coupon_id text not null,
  person_id text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (coupon_id, person_id),
  FOREIGN KEY (coupon_id) REFERENCES coupon(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX coupon_redemption_person ON coupon_redemption USING btree (person_id);

table creator_rank (
  person_id text not null,
  heat double precision not null,
  reads integer not null,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((reads >= 0))
);
CREATE INDEX creator_rank_heat ON creator_rank USING btree (heat DESC, person_id);
CREATE INDEX creator_rank_reads ON creator_rank USING btree (reads DESC, person_id);

table daily_job (
  name text not null,
  begun_at timestamp with time zone not null,
  PRIMARY KEY (name),
  CHECK ((length(name) <= 60))
);

table draft (
  article_id text not null,
  version integer not null,
  save_key text,
  title text not null,
  subtitle text not null,
  body jsonb not null,
  html text not null,
  members_html text not null,
  plain text not null,
  members_plain text not null,
  contents jsonb not null,
  word_count integer not null,
  reading_minutes integer not null,
  cover jsonb,
  category_id text,
  tags ARRAY not null,
  excerpt text not null,
  slug text,
  canonical_url text,
  seo_title text not null,
  seo_description text not null,
  access text not null,
  language text not null,
  takes_responses boolean not null,
  changed boolean not null,
  update_asked_at timestamp with time zone,
  saved_by text,
  saved_at timestamp with time zone not null,
  block_authors jsonb not null,
  article_state text not null,
  article_author_id text,
  publish_at timestamp with time zone not null,
  review_since timestamp with time zone,
  reviewer_id text,
  title_words tsvector,
  PRIMARY KEY (article_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (category_id) REFERENCES category(id),
  FOREIGN KEY (reviewer_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (saved_by) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((((length(slug) >= 1) AND (length(slug) <= 120)) AND (slug !~ '[[:space:][:cntrl:]/?#%]'::text))),
  CHECK ((access = ANY (ARRAY['public'::text, 'members'::text, 'preview'::text]))),
  CHECK ((cardinality(tags) <= 5)),
  CHECK ((language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text)),
  CHECK ((length(canonical_url) <= 2000)),
  CHECK ((length(excerpt) <= 500)),
  CHECK ((length(save_key) <= 40)),
  CHECK ((length(seo_description) <= 500)),
  CHECK ((length(seo_title) <= 200)),
  CHECK ((length(subtitle) <= 300)),
  CHECK ((length(title) <= 200)),
  CHECK ((reading_minutes >= 1)),
  CHECK ((version >= 1)),
  CHECK ((word_count >= 0))
);
CREATE INDEX draft_author_newest ON draft USING btree (article_author_id, saved_at, article_id);
CREATE INDEX draft_author_publication ON draft USING btree (article_author_id, publish_at, article_id);
CREATE INDEX draft_by_publication ON draft USING btree (publish_at, article_id);
CREATE INDEX draft_by_submission ON draft USING btree (COALESCE(review_since, '1970-01-01 00:00:00+00'::timestamp with time zone), article_id);
CREATE INDEX draft_by_title ON draft USING btree (lower(title), article_id);
CREATE INDEX draft_by_words ON draft USING btree (word_count DESC, article_id DESC);
CREATE INDEX draft_category ON draft USING btree (category_id, article_id);
CREATE INDEX draft_category_newest ON draft USING btree (category_id, saved_at, article_id);
CREATE INDEX draft_category_publication ON draft USING btree (category_id, publish_at, article_id);
CREATE INDEX draft_newest ON draft USING btree (saved_at DESC, article_id DESC);
CREATE INDEX draft_queue ON draft USING btree (review_since, article_id) WHERE (review_since IS NOT NULL);
CREATE INDEX draft_queue_newest ON draft USING btree (saved_at, article_id) WHERE (review_since IS NOT NULL);
CREATE INDEX draft_queue_title ON draft USING btree (lower(title), article_id) WHERE (review_since IS NOT NULL);
CREATE INDEX draft_queue_unassigned ON draft USING btree (review_since, article_id) WHERE ((review_since IS NOT NULL) AND (reviewer_id IS NULL));
CREATE INDEX draft_reviewer ON draft USING btree (reviewer_id, review_since, article_id) WHERE (reviewer_id IS NOT NULL);
CREATE INDEX draft_state_newest ON draft USING btree (article_state, saved_at, article_id);
CREATE INDEX draft_state_publication ON draft USING btree (article_state, publish_at, article_id);
CREATE INDEX draft_state_title ON draft USING btree (article_state, lower(title), article_id);
CREATE INDEX draft_state_words ON draft USING btree (article_state, word_count, article_id);
CREATE INDEX draft_tag_words ON draft USING gin (search_tags(tags)) WITH (fastupdate=off);
CREATE INDEX draft_title_words ON draft USING gin (title_words) WITH (fastupdate=off);
CREATE INDEX draft_update_asked ON draft USING btree (update_asked_at) WHERE (update_asked_at IS NOT NULL);

table earning (
  month text not null,
  currency text not null,
  person_id text,
  article_id text,
  title text not null,
  reads integer not null,
  authors integer not null,
  tie_key text not null,
  amount bigint not null,
  id bigint not null,
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE SET NULL,
  FOREIGN KEY (month, currency) REFERENCES earnings_month(month, currency),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((amount >= 0)),
  CHECK ((authors > 0)),
  CHECK ((length(tie_key) = 32)),
  CHECK ((reads >= 0))
);
CREATE INDEX earning_article ON earning USING btree (article_id) WHERE (article_id IS NOT NULL);
CREATE INDEX earning_month_of ON earning USING btree (month, currency);
CREATE INDEX earning_person ON earning USING btree (person_id, month DESC) WHERE (person_id IS NOT NULL);

table earnings_month (
  month text not null,
  currency text not null,
  net bigint not null,
  carried bigint not null,
  revenue bigint not null,
  share_percent integer not null,
  pool bigint not null,
  reads integer not null,
  round_up_from text,
  test boolean not null,
  closed_at timestamp with time zone not null,
  PRIMARY KEY (month, currency),
  CHECK (((share_percent >= 0) AND (share_percent <= 100))),
  CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CHECK ((length(round_up_from) <= 60)),
  CHECK ((month ~ '^\d{4}-\d{2}$'::text)),
  CHECK ((pool >= 0)),
  CHECK ((reads >= 0)),
  CHECK ((revenue = GREATEST((0)::bigint, (net + carried))))
);

table encryption_key (
  id text not null,
  proof text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id)
);

table engagement (
  id text not null,
  article_id text not null,
  kind text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((kind = ANY (ARRAY['read'::text, 'like'::text, 'response'::text, 'bookmark'::text])))
);
CREATE INDEX engagement_article ON engagement USING btree (article_id);

table entitlement (
  person_id text not null,
  until timestamp with time zone not null,
  source text not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((source = ANY (ARRAY['membership'::text, 'seat'::text, 'gift'::text, 'reward'::text, 'admin'::text])))
);
CREATE INDEX entitlement_until ON entitlement USING btree (until, person_id);

table exit_answer (
  membership_id text not null,
  at timestamp with time zone not null,
  reason text not null,
  comment text not null,
  PRIMARY KEY (membership_id, at),
  FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  CHECK (((length(reason) >= 1) AND (length(reason) <= 40))),
  CHECK ((length(comment) <= 1000))
);
CREATE INDEX exit_answer_newest ON exit_answer USING btree (at DESC);

table finished_today (
  article_id text not null,
  day text not null,
  reader bytea not null,
  PRIMARY KEY (article_id, day, reader),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
  CHECK ((length(reader) = 16))
);
CREATE INDEX finished_today_day ON finished_today USING btree (day);

table follow (
  follower_id text not null,
  followed_id text not null,
  since timestamp with time zone not null,
  PRIMARY KEY (follower_id, followed_id),
  FOREIGN KEY (followed_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (follower_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((follower_id <> followed_id))
);
CREATE INDEX follow_fan_out ON follow USING btree (followed_id, follower_id);
CREATE INDEX follow_followers ON follow USING btree (followed_id, since DESC, follower_id);
CREATE INDEX follow_following ON follow USING btree (follower_id, since DESC, followed_id);

table for_you (
  person_id text not null,
  position smallint not null,
  article_id text not null,
  why text not null,
  why_name text not null,
  PRIMARY KEY (person_id, "position"),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((length(why_name) <= 200)),
  CHECK ((why = ANY (ARRAY['person'::text, 'topic'::text, 'story'::text, 'author'::text, 'trending'::text, 'new'::text])))
);
CREATE INDEX for_you_article ON for_you USING btree (article_id);

table for_you_state (
  person_id text not null,
  made_at timestamp with time zone,
  due_at timestamp with time zone,
  last_finish_at timestamp with time zone,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX for_you_due ON for_you_state USING btree (due_at) WHERE (due_at IS NOT NULL);

table for_you_weight (
  person_id text not null,
  newest boolean not null,
  people smallint not null,
  topics smallint not null,
  reading smallint not null,
  trending smallint not null,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((people >= 0) AND (people <= 3))),
  CHECK (((reading >= 0) AND (reading <= 3))),
  CHECK (((topics >= 0) AND (topics <= 3))),
  CHECK (((trending >= 0) AND (trending <= 3)))
);

table free_read (
  month text not null,
  reader bytea not null,
  article_id text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (month, reader, article_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  CHECK ((length(reader) = 16)),
  CHECK ((month ~ '^\d{4}-\d{2}$'::text))
);
CREATE INDEX free_read_article ON free_read USING btree (article_id);

table free_read_salt (
  month text not null,
  salt bytea not null,
  PRIMARY KEY (month),
  CHECK ((month ~ '^\d{4}-\d{2}$'::text))
);

table gift_code (
  id text not null,
  code_hash bytea,
  code text,
  months integer not null,
  plan_id text,
  checkout_id text,
  buyer_id text,
  recipient_name text not null,
  recipient_email text not null,
  message text not null,
  note text not null,
  state text not null,
  redeemed_by text,
  redeemed_at timestamp with time zone,
  expires_at timestamp with time zone,
  request_id text,
  created_at timestamp with time zone not null,
  UNIQUE (checkout_id),
  UNIQUE (code_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (buyer_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (checkout_id) REFERENCES checkout(id) ON DELETE SET NULL,
  FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE SET NULL,
  FOREIGN KEY (redeemed_by) REFERENCES person(id) ON DELETE SET NULL,
  CHECK (((code_hash IS NULL) = (code IS NULL))),
  CHECK (((months >= 1) AND (months <= 36))),
  CHECK (((state <> ALL (ARRAY['ready'::text, 'redeemed'::text])) OR (code IS NOT NULL))),
  CHECK (((state = 'redeemed'::text) = (redeemed_at IS NOT NULL))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(message) <= 500)),
  CHECK ((length(note) <= 200)),
  CHECK ((length(recipient_email) <= 320)),
  CHECK ((length(recipient_name) <= 80)),
  CHECK ((state = ANY (ARRAY['unpaid'::text, 'ready'::text, 'redeemed'::text, 'ended'::text])))
);
CREATE INDEX gift_code_buyer ON gift_code USING btree (buyer_id, created_at DESC) WHERE (buyer_id IS NOT NULL);
CREATE INDEX gift_code_newest ON gift_code USING btree (created_at DESC, id DESC);
CREATE INDEX gift_code_plan ON gift_code USING btree (plan_id) WHERE (plan_id IS NOT NULL);
CREATE INDEX gift_code_redeemed_by ON gift_code USING btree (redeemed_by) WHERE (redeemed_by IS NOT NULL);
CREATE INDEX gift_code_request ON gift_code USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX gift_code_state ON gift_code USING btree (state, created_at DESC, id DESC);

table gift_link (
  id text not null,
  article_id text not null,
  person_id text not null,
  token text not null,
  opens integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  UNIQUE (person_id, article_id),
  UNIQUE (token),
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((length(token) >= 20) AND (length(token) <= 60))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((opens >= 0))
);
CREATE INDEX gift_link_article ON gift_link USING btree (article_id);

table identity_provider (
  id text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  scopes ARRAY not null,
  raw_nonce boolean not null,
  enabled boolean not null,
  position integer not null,
  version integer not null,
  PRIMARY KEY (id),
  CHECK (((length(client_id) >= 1) AND (length(client_id) <= 500))),
  CHECK (((length(issuer) >= 1) AND (length(issuer) <= 2000))),
  CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CHECK ((id ~ '^[a-z0-9][a-z0-9.-]{1,60}$'::text))
);

table identity_provider_secret (
  id text not null,
  client_secret text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (id) REFERENCES identity_provider(id) ON DELETE CASCADE
);

table impersonation (
  id text not null,
  token_hash bytea not null,
  admin_id text not null,
  person_id text not null,
  session_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (admin_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text))
);
CREATE INDEX impersonation_admin ON impersonation USING btree (admin_id);
CREATE INDEX impersonation_expiry ON impersonation USING btree (expires_at);
CREATE INDEX impersonation_person ON impersonation USING btree (person_id);

table invitation (
  id text not null,
  token_hash bytea not null,
  email text not null,
  role text not null,
  by_id text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK (((email = lower(email)) AND (length(email) <= 320))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((role = ANY (ARRAY['reader'::text, 'author'::text, 'editor'::text, 'admin'::text])))
);
CREATE INDEX invitation_by ON invitation USING btree (by_id);
CREATE INDEX invitation_email ON invitation USING btree (email);
CREATE INDEX invitation_expiry ON invitation USING btree (expires_at);
CREATE INDEX invitation_newest ON invitation USING btree (created_at DESC, id DESC) WHERE (used_at IS NULL);
CREATE UNIQUE INDEX invitation_pending ON invitation USING btree (email) WHERE (used_at IS NULL);

table job_failure (
  id bigint not null,
  job text not null,
  first_at timestamp with time zone not null,
  at timestamp with time zone not null,
  times integer not null,
  item text,
  error text not null,
  host text not null,
  pid integer not null,
  PRIMARY KEY (id),
  CHECK ((length(error) <= 500)),
  CHECK ((length(item) <= 100)),
  CHECK ((length(job) <= 60))
);
CREATE INDEX job_failure_item ON job_failure USING btree (item, at DESC) WHERE (item IS NOT NULL);
CREATE INDEX job_failure_job ON job_failure USING btree (job, at DESC, id DESC);
CREATE INDEX job_failure_newest ON job_failure USING btree (at DESC, id DESC);

table job_state (
  name text not null,
  runs bigint not null,
  failures bigint not null,
  last_started_at timestamp with time zone,
  last_success_at timestamp with time zone,
  last_duration_ms integer,
  last_failure_at timestamp with time zone,
  last_error text,
  PRIMARY KEY (name),
  CHECK ((length(last_error) <= 500)),
  CHECK ((length(name) <= 60))
);

table log_answer (
  request_id text not null,
  process_id text not null,
  at timestamp with time zone not null,
  records text not null,
  PRIMARY KEY (request_id, process_id)
);

table loose_blob (
  blob text not null,
  since timestamp with time zone not null,
  PRIMARY KEY (blob)
);
CREATE INDEX loose_blob_age ON loose_blob USING btree (since);

table mail (
  id text not null,
  kind text not null,
  to_address text not null,
  subject text not null,
  text text,
  html text,
  link text,
  code text,
  attempts integer not null,
  next_attempt_at timestamp with time zone,
  problem text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  unsubscribe text,
  retried_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(kind) <= 60)),
  CHECK ((length(to_address) <= 320)),
  CHECK ((length(unsubscribe) <= 2000))
);
CREATE INDEX mail_delivered ON mail USING btree (created_at DESC, id DESC) WHERE (sent_at IS NOT NULL);
CREATE INDEX mail_due ON mail USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX mail_failed ON mail USING btree (created_at DESC, id DESC) WHERE ((sent_at IS NULL) AND (next_attempt_at IS NULL));
CREATE INDEX mail_kind ON mail USING btree (kind, created_at DESC, id DESC);
CREATE INDEX mail_newest ON mail USING btree (created_at DESC, id DESC);
CREATE INDEX mail_to ON mail USING btree (to_address, created_at DESC, id DESC);
CREATE INDEX mail_to_prefix ON mail USING btree (to_address text_pattern_ops);
CREATE INDEX mail_waiting ON mail USING btree (created_at DESC, id DESC) WHERE ((sent_at IS NULL) AND (next_attempt_at IS NOT NULL));

table mail_code (
  code_hash bytea not null,
  kind text not null,
  uid text,
  email text not null,
  new_email text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (code_hash),
  FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['verify'::text, 'reset'::text, 'sign-in'::text, 'change'::text, 'recover'::text])))
);
CREATE INDEX mail_code_account ON mail_code USING btree (uid);
CREATE INDEX mail_code_expiry ON mail_code USING btree (expires_at);

table mail_server (
  id text not null,
  host text not null,
  port integer not null,
  security text not null,
  username text not null,
  from_name text not null,
  from_address text not null,
  version integer not null,
  PRIMARY KEY (id),
  CHECK (((port >= 1) AND (port <= 65535))),
  CHECK ((id = 'mail'::text)),
  CHECK ((length(from_address) <= 254)),
  CHECK ((length(from_name) <= 100)),
  CHECK ((length(host) <= 253)),
  CHECK ((length(username) <= 320)),
  CHECK ((security = ANY (ARRAY['implicit'::text, 'starttls'::text, 'none'::text])))
);

table mail_server_secret (
  id text not null,
  password text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (id) REFERENCES mail_server(id) ON DELETE CASCADE
);

table media (
  id text not null,
  owner_id text not null,
  kind text not null,
  state text not null,
  name text not null,
  alt text not null,
  type text not null,
  size bigint not null,
  blob text not null,
  width integer,
  height integer,
  animated boolean not null,
  placeholder text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  content_hash bytea,
  address text,
  PRIMARY KEY (id),
  FOREIGN KEY (owner_id) REFERENCES person(id),
  CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((kind = ANY (ARRAY['picture'::text, 'file'::text]))),
  CHECK ((length(address) <= 4096)),
  CHECK ((length(alt) <= 500)),
  CHECK ((state = ANY (ARRAY['processing'::text, 'ready'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX media_content ON media USING btree (owner_id, content_hash);
CREATE INDEX media_failed ON media USING btree (updated_at DESC, id DESC) WHERE (state = 'failed'::text);
CREATE INDEX media_library ON media USING btree (owner_id, created_at DESC, id DESC);
CREATE INDEX media_newest ON media USING btree (created_at DESC, id DESC);
CREATE INDEX media_processing ON media USING btree (updated_at) WHERE (state = 'processing'::text);

table media_use (
  media_id text not null,
  kind text not null,
  ref text not null,
  PRIMARY KEY (media_id, kind, ref),
  FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['avatar'::text, 'header'::text, 'cover'::text, 'article'::text, 'category'::text, 'banner'::text, 'setting'::text, 'page'::text])))
);
CREATE INDEX media_use_ref ON media_use USING btree (kind, ref);

table media_variant (
  media_id text not null,
  width integer not null,
  format text not null,
  blob text not null,
  size bigint not null,
  PRIMARY KEY (media_id, width, format),
  FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
);

table member_read (
  month text not null,
  article_id text not null,
  person_id text not null,
  at timestamp with time zone not null,
  author_ids ARRAY not null,
  title text,
  PRIMARY KEY (month, article_id, person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((article_id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((cardinality(author_ids) > 0)),
  CHECK ((month ~ '^\d{4}-\d{2}$'::text))
);
CREATE INDEX member_read_article ON member_read USING btree (article_id);
CREATE INDEX member_read_authors ON member_read USING gin (author_ids) WITH (fastupdate=off);
CREATE INDEX member_read_person ON member_read USING btree (person_id, at);

table membership (
  id text not null,
  person_id text not null,
  state text not null,
  plan_id text not null,
  provider text not null,
  subscription_id text not null,
  price integer not null,
  currency text not null,
  next_amount integer,
  period text not null,
  seats integer not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  trial_end timestamp with time zone,
  failed_at timestamp with time zone,
  grace_until timestamp with time zone,
  card text not null,
  coupon_id text,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  due_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  version integer not null,
  UNIQUE (person_id),
  UNIQUE (provider, subscription_id),
  PRIMARY KEY (id),
  FOREIGN KEY (coupon_id) REFERENCES coupon(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (plan_id) REFERENCES plan(id),
  CHECK (((state = 'expired'::text) = (ended_at IS NOT NULL))),
  CHECK (((state = 'past-due'::text) = (grace_until IS NOT NULL))),
  CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(card) <= 80)),
  CHECK ((length(provider) <= 20)),
  CHECK ((length(subscription_id) <= 200)),
  CHECK ((next_amount >= 0)),
  CHECK ((period = ANY (ARRAY['month'::text, 'year'::text]))),
  CHECK ((price >= 0)),
  CHECK ((seats >= 1)),
  CHECK ((state = ANY (ARRAY['none'::text, 'trialing'::text, 'active'::text, 'past-due'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX membership_coupon ON membership USING btree (coupon_id) WHERE (coupon_id IS NOT NULL);
CREATE INDEX membership_due ON membership USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX membership_ended ON membership USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX membership_newest ON membership USING btree (started_at DESC, id DESC);
CREATE INDEX membership_plan ON membership USING btree (plan_id);
CREATE INDEX membership_state ON membership USING btree (state, started_at DESC, id DESC);

table membership_change (
  id bigint not null,
  membership_id text not null,
  at timestamp with time zone not null,
  event text not null,
  from_state text not null,
  to_state text not null,
  provider text not null,
  plan_id text not null,
  price integer not null,
  currency text not null,
  period text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  FOREIGN KEY (plan_id) REFERENCES plan(id),
  CHECK ((length(event) <= 40)),
  CHECK ((length(provider) <= 20))
);
CREATE INDEX membership_change_at ON membership_change USING btree (at, id);
CREATE INDEX membership_change_of ON membership_change USING btree (membership_id, id DESC);
CREATE INDEX membership_change_plan ON membership_change USING btree (plan_id);

table membership_grant (
  id text not null,
  person_id text not null,
  source text not null,
  cause text not null,
  months integer not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  left_ms bigint,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  UNIQUE (cause),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((months >= 1) AND (months <= 36))),
  CHECK (((starts_at IS NULL) = (ends_at IS NULL))),
  CHECK ((ends_at > starts_at)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((left_ms > 0)),
  CHECK ((length(cause) <= 100)),
  CHECK ((source = ANY (ARRAY['gift'::text, 'reward'::text, 'admin'::text])))
);
CREATE INDEX membership_grant_newest ON membership_grant USING btree (created_at DESC, id DESC);
CREATE INDEX membership_grant_person ON membership_grant USING btree (person_id, created_at DESC, id DESC);

table migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null,
  PRIMARY KEY (name)
);

table moderation_case (
  id text not null,
  kind text not null,
  response_id text,
  article_id text,
  person_id text not null,
  held boolean not null,
  report_count integer not null,
  appealed boolean not null,
  open boolean not null,
  opened_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (response_id) REFERENCES response(id) ON DELETE CASCADE,
  CHECK (((kind = 'person'::text) = (article_id IS NULL))),
  CHECK (((kind = 'response'::text) = (response_id IS NOT NULL))),
  CHECK ((kind = ANY (ARRAY['response'::text, 'story'::text, 'person'::text]))),
  CHECK ((report_count >= 0))
);
CREATE INDEX moderation_case_appealed ON moderation_case USING btree (opened_at, id) WHERE appealed;
CREATE INDEX moderation_case_appealed_kind ON moderation_case USING btree (kind, opened_at, id) WHERE appealed;
CREATE INDEX moderation_case_article ON moderation_case USING btree (article_id) WHERE (article_id IS NOT NULL);
CREATE INDEX moderation_case_decided ON moderation_case USING btree (decided_at, id) WHERE (decided_at IS NOT NULL);
CREATE INDEX moderation_case_decided_kind ON moderation_case USING btree (kind, decided_at, id) WHERE (decided_at IS NOT NULL);
CREATE INDEX moderation_case_held ON moderation_case USING btree (opened_at, id) WHERE held;
CREATE INDEX moderation_case_open ON moderation_case USING btree (opened_at, id) WHERE open;
CREATE INDEX moderation_case_open_kind ON moderation_case USING btree (kind, opened_at, id) WHERE open;
CREATE INDEX moderation_case_person ON moderation_case USING btree (person_id);
CREATE INDEX moderation_case_reported ON moderation_case USING btree (opened_at, id) WHERE (report_count > 0);
CREATE INDEX moderation_case_reported_kind ON moderation_case USING btree (kind, opened_at, id) WHERE (report_count > 0);
CREATE INDEX moderation_case_reports ON moderation_case USING btree (report_count, id) WHERE open;
CREATE INDEX moderation_case_reports_kind ON moderation_case USING btree (kind, report_count, id) WHERE open;
CREATE INDEX moderation_case_response ON moderation_case USING btree (response_id) WHERE (response_id IS NOT NULL);

table moderation_decision (
  id text not null,
  case_id text,
  person_id text not null,
  action text not null,
  reason text not null,
  note text not null,
  by_id text,
  at timestamp with time zone not null,
  until timestamp with time zone,
  before jsonb not null,
  undone_at timestamp with time zone,
  undone_by text,
  PRIMARY KEY (id),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (case_id) REFERENCES moderation_case(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (undone_by) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((action = ANY (ARRAY['approve'::text, 'hide'::text, 'delete'::text, 'warn'::text, 'ban'::text, 'unban'::text, 'shadow-hold'::text, 'end-shadow-hold'::text]))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(note) <= 1000)),
  CHECK ((length(reason) <= 40))
);
CREATE INDEX moderation_decision_by ON moderation_decision USING btree (by_id);
CREATE INDEX moderation_decision_case ON moderation_decision USING btree (case_id, at DESC, id DESC);
CREATE INDEX moderation_decision_person ON moderation_decision USING btree (person_id, at DESC);
CREATE INDEX moderation_decision_undone_by ON moderation_decision USING btree (undone_by) WHERE (undone_by IS NOT NULL);

table mute (
  muter_id text not null,
  muted_id text not null,
  since timestamp with time zone not null,
  PRIMARY KEY (muter_id, muted_id),
  FOREIGN KEY (muted_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (muter_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((muter_id <> muted_id))
);
CREATE INDEX mute_muted ON mute USING btree (muted_id);

table notification (
  id text not null,
  person_id text not null,
  seq bigint not null,
  kind text not null,
  about text not null,
  article_id text,
  response_id text,
  actor_ids ARRAY not null,
  actor_count integer not null,
  detail jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  read_at timestamp with time zone,
  shown boolean not null,
  UNIQUE (person_id, seq),
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (response_id) REFERENCES response(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(about) <= 200)),
  CHECK ((length(kind) <= 40))
);
CREATE INDEX notification_age ON notification USING btree (updated_at);
CREATE INDEX notification_article ON notification USING btree (article_id);
CREATE INDEX notification_by_kind ON notification USING btree (person_id, kind, updated_at DESC, id DESC) WHERE shown;
CREATE INDEX notification_list ON notification USING btree (person_id, updated_at DESC, id DESC) WHERE shown;
CREATE UNIQUE INDEX notification_open ON notification USING btree (person_id, about) WHERE (read_at IS NULL);
CREATE INDEX notification_response ON notification USING btree (response_id);
CREATE INDEX notification_unread ON notification USING btree (person_id, updated_at DESC, id DESC) WHERE (read_at IS NULL);

table notification_cause (
  person_id text not null,
  cause text not null,
  notification_id text not null,
  actor_id text,
  at timestamp with time zone not null,
  PRIMARY KEY (person_id, cause),
  FOREIGN KEY (actor_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((length(cause) <= 200))
);
CREATE INDEX notification_cause_actor ON notification_cause USING btree (actor_id);
CREATE INDEX notification_cause_line ON notification_cause USING btree (notification_id, at DESC);

table notification_event (
  id text not null,
  kind text not null,
  cause text not null,
  actor_id text,
  article_id text,
  response_id text,
  person_id text,
  detail jsonb not null,
  at timestamp with time zone not null,
  notified_to text not null,
  done_at timestamp with time zone,
  UNIQUE (cause),
  PRIMARY KEY (id),
  FOREIGN KEY (actor_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (response_id) REFERENCES response(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(cause) <= 200)),
  CHECK ((length(kind) <= 40))
);
CREATE INDEX notification_event_actor ON notification_event USING btree (actor_id);
CREATE INDEX notification_event_article ON notification_event USING btree (article_id);
CREATE INDEX notification_event_done ON notification_event USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX notification_event_due ON notification_event USING btree (at, id) WHERE ((done_at IS NULL) AND (person_id IS NOT NULL));
CREATE INDEX notification_event_due_followers ON notification_event USING btree (at, id) WHERE ((done_at IS NULL) AND (person_id IS NULL));
CREATE INDEX notification_event_person ON notification_event USING btree (person_id);
CREATE INDEX notification_event_response ON notification_event USING btree (response_id);

table notification_mail (
  person_id text not null,
  notification_id text not null,
  cause text not null,
  due_at timestamp with time zone not null,
  daily boolean not null,
  PRIMARY KEY (person_id, cause),
  FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((length(cause) <= 200))
);
CREATE INDEX notification_mail_due ON notification_mail USING btree (due_at, person_id);
CREATE INDEX notification_mail_line ON notification_mail USING btree (notification_id);

table notification_preference (
  person_id text not null,
  kind text not null,
  site boolean not null,
  email text not null,
  push boolean not null,
  PRIMARY KEY (person_id, kind),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((email = ANY (ARRAY['now'::text, 'daily'::text, 'never'::text]))),
  CHECK ((length(kind) <= 40))
);

table notification_push (
  id text not null,
  subscription_id text not null,
  notification_id text not null,
  attempts integer not null,
  due_at timestamp with time zone not null,
  failed_at timestamp with time zone,
  error text,
  PRIMARY KEY (id),
  FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE,
  FOREIGN KEY (subscription_id) REFERENCES push_subscription(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(error) <= 500))
);
CREATE INDEX notification_push_due ON notification_push USING btree (due_at);
CREATE INDEX notification_push_failed ON notification_push USING btree (failed_at DESC, id DESC) WHERE (failed_at IS NOT NULL);
CREATE INDEX notification_push_line ON notification_push USING btree (notification_id);
CREATE INDEX notification_push_subscription ON notification_push USING btree (subscription_id);

table notification_state (
  person_id text not null,
  last_seq bigint not null,
  unread integer not null,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((unread >= 0))
);

table object (
  bucket text not null,
  name text not null,
  blob text not null,
  owner_uid text,
  generation bigint not null,
  metageneration bigint not null,
  size bigint not null,
  md5 text not null,
  content_type text not null,
  cache_control text,
  content_disposition text,
  content_encoding text,
  content_language text,
  custom jsonb not null,
  download_token text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (bucket, name),
  CHECK (((length(name) >= 1) AND (length(name) <= 1024))),
  CHECK ((size >= 0))
);
CREATE UNIQUE INDEX object_blob ON object USING btree (blob);
CREATE INDEX object_names ON object USING btree (bucket, name COLLATE "C");
CREATE INDEX object_owner ON object USING btree (owner_uid);

table old_handle (
  handle text not null,
  person_id text not null,
  since timestamp with time zone not null,
  PRIMARY KEY (handle),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((handle ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'::text))
);
CREATE INDEX old_handle_person ON old_handle USING btree (person_id);

table old_slug (
  slug text not null,
  article_id text not null,
  since timestamp with time zone not null,
  PRIMARY KEY (slug),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE
);
CREATE INDEX old_slug_article ON old_slug USING btree (article_id);

table old_topic_slug (
  slug text not null,
  category_id text,
  tag_id text,
  since timestamp with time zone not null,
  FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE,
  FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE,
  CHECK (((length(slug) >= 1) AND (length(slug) <= 60))),
  CHECK ((num_nonnulls(category_id, tag_id) = 1))
);
CREATE INDEX old_topic_slug_by_category ON old_topic_slug USING btree (category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX old_topic_slug_by_tag ON old_topic_slug USING btree (tag_id) WHERE (tag_id IS NOT NULL);
CREATE UNIQUE INDEX old_topic_slug_category ON old_topic_slug USING btree (slug) WHERE (category_id IS NOT NULL);
CREATE UNIQUE INDEX old_topic_slug_tag ON old_topic_slug USING btree (slug) WHERE (tag_id IS NOT NULL);

table passkey (
  id text not null,
  uid text not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE,
  CHECK ((length(name) <= 60))
);
CREATE INDEX passkey_account ON passkey USING btree (uid);

table payment (
  id text not null,
  person_id text,
  membership_id text,
  kind text not null,
  plan_id text,
  provider text not null,
  provider_id text not null,
  state text not null,
  number bigint,
  description text not null,
  amount integer not null,
  discount integer not null,
  tax integer not null,
  refunded integer not null,
  currency text not null,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  seller jsonb not null,
  buyer jsonb not null,
  UNIQUE (provider, number),
  UNIQUE (provider, provider_id),
  PRIMARY KEY (id),
  FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE SET NULL,
  CHECK (((number IS NULL) = (paid_at IS NULL))),
  CHECK (((refunded >= 0) AND (refunded <= amount))),
  CHECK (((state = 'failed'::text) = (paid_at IS NULL))),
  CHECK (((tax >= 0) AND (tax <= amount))),
  CHECK ((amount >= 0)),
  CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CHECK ((discount >= 0)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((kind = ANY (ARRAY['membership'::text, 'gift'::text]))),
  CHECK ((length(description) <= 200)),
  CHECK ((length(provider_id) <= 200)),
  CHECK ((length(provider) <= 20)),
  CHECK ((state = ANY (ARRAY['paid'::text, 'failed'::text, 'refunded'::text])))
);
CREATE INDEX payment_membership ON payment USING btree (membership_id) WHERE (membership_id IS NOT NULL);
CREATE INDEX payment_newest ON payment USING btree (created_at DESC, id DESC);
CREATE INDEX payment_paid ON payment USING btree (paid_at) INCLUDE (currency, amount, tax, provider) WHERE (paid_at IS NOT NULL);
CREATE INDEX payment_person ON payment USING btree (person_id, created_at DESC, id DESC);
CREATE INDEX payment_plan ON payment USING btree (plan_id) WHERE (plan_id IS NOT NULL);

table payment_refund (
  id bigint not null,
  payment_id text not null,
  amount integer not null,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE CASCADE,
  CHECK ((amount > 0))
);
CREATE INDEX payment_refund_at ON payment_refund USING btree (at);
CREATE INDEX payment_refund_payment ON payment_refund USING btree (payment_id);

table payout (
  id text not null,
  person_id text,
  amount bigint not null,
  currency text not null,
  reference text not null,
  paid_on text not null,
  by_id text,
  created_at timestamp with time zone not null,
  voided_at timestamp with time zone,
  voided_by text,
  test boolean not null,
  request_id text not null,
  UNIQUE (request_id),
  PRIMARY KEY (id),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (voided_by) REFERENCES person(id) ON DELETE SET NULL,
  CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  CHECK ((amount > 0)),
  CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((paid_on ~ '^\d{4}-\d{2}-\d{2}$'::text))
);
CREATE INDEX payout_by ON payout USING btree (by_id) WHERE (by_id IS NOT NULL);
CREATE INDEX payout_newest ON payout USING btree (created_at DESC, id DESC);
CREATE INDEX payout_person ON payout USING btree (person_id, created_at DESC) WHERE (person_id IS NOT NULL);
CREATE INDEX payout_voided_by ON payout USING btree (voided_by) WHERE (voided_by IS NOT NULL);

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
  welcomed_at timestamp with time zone,
  header jsonb,
  links jsonb not null,
  story text not null,
  follower_count integer not null,
  following_count integer not null,
  erased_at timestamp with time zone,
  confirmed boolean not null,
  seen_at timestamp with time zone not null,
  state text not null,
  name_words tsvector,
  UNIQUE (handle),
  UNIQUE (uid),
  PRIMARY KEY (id),
  CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  CHECK (((length(uid) >= 1) AND (length(uid) <= 128))),
  CHECK ((follower_count >= 0)),
  CHECK ((following_count >= 0)),
  CHECK ((handle ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'::text)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(about) <= 500)),
  CHECK ((length(story) <= 5000)),
  CHECK ((role = ANY (ARRAY['reader'::text, 'author'::text, 'editor'::text, 'admin'::text]))),
  CHECK ((story_count >= 0))
);
CREATE INDEX person_about ON person USING gin (search_names(about)) WITH (fastupdate=off) WHERE ((story_count > 0) AND (disabled_at IS NULL));
CREATE INDEX person_admins ON person USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX person_by_joined ON person USING btree (created_at, id) WHERE (erased_at IS NULL);
CREATE INDEX person_by_name ON person USING btree (lower(name), id) WHERE (erased_at IS NULL);
CREATE INDEX person_by_seen ON person USING btree (seen_at, id) WHERE (erased_at IS NULL);
CREATE INDEX person_creators ON person USING btree (story_count DESC, id) WHERE ((story_count > 0) AND (disabled_at IS NULL));
CREATE INDEX person_editors ON person USING btree (id) WHERE (role = ANY (ARRAY['editor'::text, 'admin'::text]));
CREATE INDEX person_handle_begins ON person USING btree (handle text_pattern_ops);
CREATE INDEX person_like ON person USING gin (search_fold(name) gin_trgm_ops) WITH (fastupdate=off) WHERE ((story_count > 0) AND (disabled_at IS NULL));
CREATE INDEX person_most_followed ON person USING btree (follower_count DESC, id) WHERE ((story_count > 0) AND (disabled_at IS NULL));
CREATE INDEX person_name_begins ON person USING btree (lower(name) text_pattern_ops);
CREATE INDEX person_name_words ON person USING gin (name_words) WITH (fastupdate=off) WHERE (erased_at IS NULL);
CREATE INDEX person_role_joined ON person USING btree (role, created_at, id) WHERE ((erased_at IS NULL) AND (role <> 'reader'::text));
CREATE INDEX person_role_name ON person USING btree (role, lower(name), id) WHERE ((erased_at IS NULL) AND (role <> 'reader'::text));
CREATE INDEX person_role_seen ON person USING btree (role, seen_at, id) WHERE ((erased_at IS NULL) AND (role <> 'reader'::text));
CREATE INDEX person_search ON person USING gin (search_names(((name || ' '::text) || handle))) WITH (fastupdate=off) WHERE ((story_count > 0) AND (disabled_at IS NULL));
CREATE INDEX person_state_joined ON person USING btree (state, created_at, id) WHERE ((erased_at IS NULL) AND (state <> 'active'::text));
CREATE INDEX person_state_name ON person USING btree (state, lower(name), id) WHERE ((erased_at IS NULL) AND (state <> 'active'::text));
CREATE INDEX person_state_seen ON person USING btree (state, seen_at, id) WHERE ((erased_at IS NULL) AND (state <> 'active'::text));

table person_export (
  id text not null,
  person_id text not null,
  by_id text,
  created_at timestamp with time zone not null,
  attempts integer not null,
  next_attempt_at timestamp with time zone,
  problem text,
  blob text,
  size bigint,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(problem) <= 500))
);
CREATE INDEX person_export_by ON person_export USING btree (by_id);
CREATE INDEX person_export_due ON person_export USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX person_export_expiry ON person_export USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX person_export_person ON person_export USING btree (person_id, created_at DESC);

table person_note (
  id text not null,
  person_id text not null,
  by_id text,
  text text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((length(text) >= 1) AND (length(text) <= 4000))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text))
);
CREATE INDEX person_note_by ON person_note USING btree (by_id);
CREATE INDEX person_note_person ON person_note USING btree (person_id, created_at DESC, id DESC);

table person_report (
  id text not null,
  person_id text not null,
  by_id text,
  reason text not null,
  note text not null,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  UNIQUE (person_id, by_id),
  PRIMARY KEY (id),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(note) <= 1000)),
  CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'impersonation'::text, 'other'::text])))
);
CREATE INDEX person_report_by ON person_report USING btree (by_id);
CREATE INDEX person_report_open ON person_report USING btree (created_at) WHERE (resolved_at IS NULL);

table person_sanction (
  person_id text not null,
  banned_at timestamp with time zone,
  banned_until timestamp with time zone,
  ban_reason text not null,
  shadow_held_at timestamp with time zone,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((banned_at IS NOT NULL) OR (banned_until IS NULL))),
  CHECK ((length(ban_reason) <= 40))
);

table plan (
  id text not null,
  name text not null,
  description text not null,
  period text not null,
  price integer not null,
  currency text not null,
  trial_days integer not null,
  benefits ARRAY not null,
  seats integer not null,
  position integer not null,
  archived_at timestamp with time zone,
  version integer not null,
  request_id text,
  created_at timestamp with time zone not null,
  UNIQUE (request_id),
  PRIMARY KEY (id),
  CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CHECK (((price >= 0) AND (price <= 100000000))),
  CHECK (((seats >= 1) AND (seats <= 500))),
  CHECK (((trial_days >= 0) AND (trial_days <= 365))),
  CHECK ((cardinality(benefits) <= 12)),
  CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(description) <= 300)),
  CHECK ((period = ANY (ARRAY['month'::text, 'year'::text])))
);
CREATE INDEX plan_on_sale ON plan USING btree ("position", id) WHERE (archived_at IS NULL);

table plan_price (
  provider text not null,
  plan_id text not null,
  amount integer not null,
  currency text not null,
  period text not null,
  provider_id text not null,
  PRIMARY KEY (provider, plan_id, amount, currency, period),
  FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE CASCADE,
  CHECK ((length(provider_id) <= 200)),
  CHECK ((length(provider) <= 20))
);

table process_job (
  process_id text not null,
  job text not null,
  started_at timestamp with time zone,
  next_run_at timestamp with time zone,
  PRIMARY KEY (process_id, job),
  FOREIGN KEY (process_id) REFERENCES site_process(id) ON DELETE CASCADE,
  CHECK ((length(job) <= 60))
);

table push_key (
  id integer not null,
  public_key text not null,
  private_key text not null,
  PRIMARY KEY (id),
  CHECK ((id = 1))
);

table push_subscription (
  id text not null,
  person_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device text not null,
  session_id text,
  created_at timestamp with time zone not null,
  UNIQUE (endpoint),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(auth) <= 100)),
  CHECK ((length(device) <= 300)),
  CHECK ((length(endpoint) <= 2000)),
  CHECK ((length(p256dh) <= 200))
);
CREATE INDEX push_subscription_person ON push_subscription USING btree (person_id);
CREATE INDEX push_subscription_session ON push_subscription USING btree (session_id);

table rate_limit (
  key text not null,
  ends_at timestamp with time zone not null,
  count integer not null,
  PRIMARY KEY (key),
  CHECK ((length(key) <= 200))
);
CREATE INDEX rate_limit_expiry ON rate_limit USING btree (ends_at);

table reading (
  person_id text not null,
  article_id text not null,
  progress smallint not null,
  read_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  started_at timestamp with time zone,
  PRIMARY KEY (person_id, article_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((progress >= 0) AND (progress <= 100)))
);
CREATE INDEX reading_recent ON reading USING btree (person_id, read_at DESC, article_id);
CREATE INDEX reading_story ON reading USING btree (article_id);

table reading_day (
  person_id text not null,
  day text not null,
  reads integer not null,
  PRIMARY KEY (person_id, day),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((day ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  CHECK ((reads > 0))
);

table reading_list (
  id text not null,
  owner_id text not null,
  name text not null,
  description text not null,
  public boolean not null,
  first boolean not null,
  position integer not null,
  item_count integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (owner_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((item_count >= 0)),
  CHECK ((length(description) <= 500))
);
CREATE INDEX reading_list_deleted ON reading_list USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX reading_list_first ON reading_list USING btree (owner_id) WHERE first;
CREATE INDEX reading_list_owner ON reading_list USING btree (owner_id, "position", id);

table recovery_code (
  uid text not null,
  code_hash bytea not null,
  PRIMARY KEY (uid, code_hash),
  FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE
);

table redemption (
  id text not null,
  reward_id text not null,
  person_id text,
  transfer_id bigint not null,
  price integer not null,
  state text not null,
  answer text not null,
  note text not null,
  request_id text not null,
  at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text,
  UNIQUE (person_id, request_id),
  UNIQUE (transfer_id),
  PRIMARY KEY (id),
  FOREIGN KEY (closed_by) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (reward_id) REFERENCES reward(id),
  FOREIGN KEY (transfer_id) REFERENCES berry_transfer(id),
  CHECK (((state = 'to-fulfil'::text) = (closed_at IS NULL))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(answer) <= 1000)),
  CHECK ((length(note) <= 500)),
  CHECK ((price > 0)),
  CHECK ((state = ANY (ARRAY['to-fulfil'::text, 'fulfilled'::text, 'refunded'::text])))
);
CREATE INDEX redemption_closed_by ON redemption USING btree (closed_by) WHERE (closed_by IS NOT NULL);
CREATE INDEX redemption_newest ON redemption USING btree (at DESC, id DESC);
CREATE INDEX redemption_open ON redemption USING btree (at, id) WHERE (state = 'to-fulfil'::text);
CREATE INDEX redemption_person ON redemption USING btree (person_id, at DESC, id DESC) WHERE (person_id IS NOT NULL);
CREATE INDEX redemption_price ON redemption USING btree (price, id);
CREATE INDEX redemption_reward ON redemption USING btree (reward_id, person_id);

table related_due (
  article_id text not null,
  since timestamp with time zone not null,
  spreads boolean not null,
  PRIMARY KEY (article_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE
);
CREATE INDEX related_due_since ON related_due USING btree (since);

table related_story (
  article_id text not null,
  position smallint not null,
  other_id text not null,
  PRIMARY KEY (article_id, "position"),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (other_id) REFERENCES article(id) ON DELETE CASCADE
);
CREATE INDEX related_story_other ON related_story USING btree (other_id);

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
  reply_count integer not null,
  pinned_at timestamp with time zone,
  held_for text,
  deleted_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  save_key text,
  hidden_by text,
  hidden_as text,
  report_count integer not null,
  UNIQUE (id, article_id, depth),
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (author_id) REFERENCES person(id),
  FOREIGN KEY (hidden_by) REFERENCES person(id),
  FOREIGN KEY (parent_id, article_id, parent_depth) REFERENCES response(id, article_id, depth) ON DELETE CASCADE,
  CHECK (((length(text) <= 10000) AND ((text = ''::text) = (state = 'deleted'::text)))),
  CHECK (((state = 'hidden'::text) OR ((hidden_by IS NULL) AND (hidden_as IS NULL)))),
  CHECK ((held_for = ANY (ARRAY['first'::text, 'links'::text, 'words'::text, 'domains'::text, 'reports'::text, 'shadow'::text]))),
  CHECK ((hidden_as = ANY (ARRAY['author'::text, 'editor'::text]))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(save_key) <= 40)),
  CHECK ((like_count >= 0)),
  CHECK ((reply_count >= 0)),
  CHECK ((report_count >= 0)),
  CHECK ((state = ANY (ARRAY['shown'::text, 'held'::text, 'hidden'::text, 'deleted'::text])))
);
CREATE INDEX response_by_author ON response USING btree (author_id, created_at DESC, id DESC);
CREATE INDEX response_by_state ON response USING btree (state, created_at DESC, id DESC) WHERE (state <> 'shown'::text);
CREATE INDEX response_by_state_reports ON response USING btree (state, report_count DESC, id DESC) WHERE (state <> 'shown'::text);
CREATE INDEX response_by_story ON response USING btree (article_id, created_at DESC, id DESC);
CREATE INDEX response_changed ON response USING btree (article_id, changed_at, id);
CREATE INDEX response_held ON response USING btree (created_at, id) WHERE (state = 'held'::text);
CREATE INDEX response_hidden_by ON response USING btree (hidden_by) WHERE (hidden_by IS NOT NULL);
CREATE INDEX response_newest ON response USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX response_pinned ON response USING btree (article_id) WHERE (pinned_at IS NOT NULL);
CREATE INDEX response_popular ON response USING btree (article_id, like_count DESC, id) WHERE (depth = 0);
CREATE INDEX response_replies ON response USING btree (parent_id, created_at, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX response_reported ON response USING btree (report_count DESC, id DESC);
CREATE UNIQUE INDEX response_save_key ON response USING btree (author_id, save_key) WHERE (save_key IS NOT NULL);
CREATE INDEX response_shadow_held ON response USING btree (created_at DESC, id DESC) WHERE ((state = 'held'::text) AND (held_for = 'shadow'::text));
CREATE INDEX response_shadow_held_reports ON response USING btree (report_count DESC, id DESC) WHERE ((state = 'held'::text) AND (held_for = 'shadow'::text));
CREATE INDEX response_thread ON response USING btree (article_id, depth, created_at, id);
CREATE INDEX response_words ON response USING gin (search_names(text)) WITH (fastupdate=off) WHERE (text <> ''::text);

table response_like (
  response_id text not null,
  person_id text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (response_id, person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (response_id) REFERENCES response(id) ON DELETE CASCADE
);
CREATE INDEX response_like_person ON response_like USING btree (person_id);

table response_mention (
  response_id text not null,
  person_id text not null,
  PRIMARY KEY (response_id, person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (response_id) REFERENCES response(id) ON DELETE CASCADE
);
CREATE INDEX response_mention_person ON response_mention USING btree (person_id);

table response_report (
  id text not null,
  response_id text not null,
  by_id text,
  reason text not null,
  note text not null,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  UNIQUE (response_id, by_id),
  PRIMARY KEY (id),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (response_id) REFERENCES response(id) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(note) <= 1000)),
  CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'harmful'::text, 'other'::text])))
);
CREATE INDEX response_report_by ON response_report USING btree (by_id);
CREATE INDEX response_report_open ON response_report USING btree (created_at) WHERE (resolved_at IS NULL);

table review_check (
  submission_id text not null,
  item text not null,
  by_id text,
  at timestamp with time zone not null,
  PRIMARY KEY (submission_id, item),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (submission_id) REFERENCES review_submission(id) ON DELETE CASCADE,
  CHECK (((length(item) >= 1) AND (length(item) <= 200)))
);
CREATE INDEX review_check_by ON review_check USING btree (by_id);

table review_note (
  id text not null,
  article_id text not null,
  by_id text,
  quote text not null,
  text text not null,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by text,
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (resolved_by) REFERENCES person(id) ON DELETE SET NULL,
  CHECK (((length(text) >= 1) AND (length(text) <= 5000))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(quote) <= 1000))
);
CREATE INDEX review_note_article ON review_note USING btree (article_id, created_at, id);
CREATE INDEX review_note_resolved_by ON review_note USING btree (resolved_by);

table review_reply (
  id text not null,
  note_id text not null,
  by_id text,
  text text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (note_id) REFERENCES review_note(id) ON DELETE CASCADE,
  CHECK (((length(text) >= 1) AND (length(text) <= 5000))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text))
);
CREATE INDEX review_reply_by ON review_reply USING btree (by_id);
CREATE INDEX review_reply_note ON review_reply USING btree (note_id, created_at, id);

table review_submission (
  id text not null,
  article_id text not null,
  revision_id text,
  by_id text,
  fields jsonb,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (revision_id) REFERENCES revision(id) ON DELETE SET NULL,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text))
);
CREATE INDEX review_submission_article ON review_submission USING btree (article_id, at DESC, id DESC);
CREATE INDEX review_submission_by ON review_submission USING btree (by_id);
CREATE INDEX review_submission_revision ON review_submission USING btree (revision_id);

table revision (
  id text not null,
  article_id text not null,
  kind text not null,
  version integer not null,
  title text not null,
  subtitle text not null,
  body jsonb not null,
  word_count integer not null,
  saved_by text,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (saved_by) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((kind = ANY (ARRAY['saved'::text, 'submitted'::text, 'published'::text, 'restored'::text])))
);
CREATE INDEX revision_history ON revision USING btree (article_id, saved_at DESC, id DESC);
CREATE INDEX revision_lately ON revision USING btree (saved_at);

table reward (
  id text not null,
  kind text not null,
  name text not null,
  description text not null,
  icon text not null,
  price integer not null,
  months integer,
  stock integer,
  per_person integer,
  question text not null,
  position integer not null,
  archived_at timestamp with time zone,
  version integer not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (((kind = 'membership'::text) = (months IS NOT NULL))),
  CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  CHECK (((months >= 1) AND (months <= 12))),
  CHECK (((price >= 1) AND (price <= 1000000))),
  CHECK ((icon ~ '^[a-z0-9-]{1,40}$'::text)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((kind = ANY (ARRAY['membership'::text, 'badge'::text, 'other'::text]))),
  CHECK ((length(description) <= 500)),
  CHECK ((length(question) <= 200)),
  CHECK ((per_person > 0)),
  CHECK ((stock >= 0))
);
CREATE INDEX reward_available ON reward USING btree ("position", id) WHERE (archived_at IS NULL);

table search_word (
  word text not null,
  stories integer not null,
  heads integer not null,
  PRIMARY KEY (word)
);
CREATE INDEX search_word_begins ON search_word USING btree (word text_pattern_ops);
CREATE INDEX search_word_like ON search_word USING gin (word gin_trgm_ops) WITH (fastupdate=off);

table search_word_change (
  word text not null,
  stories integer not null,
  heads integer not null
);

table seat (
  id text not null,
  membership_id text not null,
  email text not null,
  token_hash bytea,
  person_id text,
  invited_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  UNIQUE (membership_id, email),
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((length(email) >= 3) AND (length(email) <= 320))),
  CHECK (((person_id IS NULL) = (accepted_at IS NULL))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text))
);
CREATE UNIQUE INDEX seat_person ON seat USING btree (person_id) WHERE (person_id IS NOT NULL);

table second_factor (
  id text not null,
  uid text not null,
  name text not null,
  secret text not null,
  last_step bigint not null,
  enrolled_at timestamp with time zone not null,
  UNIQUE (uid),
  PRIMARY KEY (id),
  FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(name) <= 60))
);

table service_session (
  id text not null,
  token text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (id) REFERENCES session(id) ON DELETE CASCADE
);

table session (
  id text not null,
  token_hash bytea not null,
  uid text not null,
  provider text not null,
  second_factor text,
  device text not null,
  signed_in_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  previous_hash bytea,
  rotated_at timestamp with time zone,
  seen_at timestamp with time zone,
  origin text,
  UNIQUE (previous_hash),
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(device) <= 300)),
  CHECK ((length(origin) <= 300))
);
CREATE INDEX session_account ON session USING btree (uid);
CREATE INDEX session_expiry ON session USING btree (expires_at);

table setting (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  version integer not null,
  PRIMARY KEY (key),
  CHECK (((length(key) >= 1) AND (length(key) <= 60)))
);

table setup_link (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (token_hash)
);

table share_link (
  id text not null,
  article_id text not null,
  token_hash bytea not null,
  by_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text))
);
CREATE INDEX share_link_article ON share_link USING btree (article_id, created_at);
CREATE INDEX share_link_expiry ON share_link USING btree (expires_at);

table sign_in_picture (
  id text not null,
  media_id text,
  alt text not null,
  decorative boolean not null,
  focus_x integer,
  focus_y integer,
  quote text not null,
  attribution text not null,
  enabled boolean not null,
  position integer not null,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE SET NULL,
  CHECK (((focus_x >= 0) AND (focus_x <= 100))),
  CHECK (((focus_x IS NULL) = (focus_y IS NULL))),
  CHECK (((focus_y >= 0) AND (focus_y <= 100))),
  CHECK ((length(alt) <= 500)),
  CHECK ((length(attribution) <= 100)),
  CHECK ((length(quote) <= 300))
);
CREATE INDEX sign_in_picture_media ON sign_in_picture USING btree (media_id);
CREATE INDEX sign_in_picture_order ON sign_in_picture USING btree ("position", id);

table sign_in_setting (
  id text not null,
  methods ARRAY,
  authorized_domains ARRAY not null,
  version integer not null,
  PRIMARY KEY (id),
  CHECK ((id = 'sign-in'::text))
);

table signing_key (
  id text not null,
  public_jwk jsonb not null,
  private_jwk text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id)
);

table site_page_draft (
  page text not null,
  title text not null,
  subtitle text not null,
  body jsonb not null,
  word_count integer not null,
  version integer not null,
  save_key text,
  saved_by text,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (page),
  FOREIGN KEY (saved_by) REFERENCES person(id),
  CHECK ((length(subtitle) <= 300)),
  CHECK ((length(title) <= 200)),
  CHECK ((page = ANY (ARRAY['about'::text, 'privacy'::text, 'terms'::text])))
);

table site_page_version (
  id text not null,
  page text not null,
  kind text not null,
  version integer not null,
  title text not null,
  subtitle text not null,
  body jsonb not null,
  word_count integer not null,
  note text not null,
  saved_by text,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (saved_by) REFERENCES person(id),
  CHECK ((kind = ANY (ARRAY['published'::text, 'saved'::text]))),
  CHECK ((length(note) <= 500)),
  CHECK ((page = ANY (ARRAY['about'::text, 'privacy'::text, 'terms'::text])))
);
CREATE INDEX site_page_version_newest ON site_page_version USING btree (page, saved_at DESC, id DESC);
CREATE INDEX site_page_version_published ON site_page_version USING btree (page, saved_at DESC, id DESC) WHERE (kind = 'published'::text);

table site_process (
  id text not null,
  host text not null,
  pid integer not null,
  role text not null,
  version text not null,
  build text not null,
  node text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  memory_bytes bigint not null,
  heap_bytes bigint not null,
  loop_delay_ms double precision not null,
  listening boolean not null,
  connections integer not null,
  connections_waiting integer not null,
  cache_pages integer not null,
  cache_bytes bigint not null,
  cache_hits bigint not null,
  cache_misses bigint not null,
  PRIMARY KEY (id),
  CHECK ((length(id) <= 40)),
  CHECK ((role = 'web'::text))
);

table sitemap_change (
  id bigint not null,
  published_at timestamp with time zone not null,
  article_id text not null,
  removed_at timestamp with time zone,
  PRIMARY KEY (id)
);
CREATE INDEX sitemap_change_key ON sitemap_change USING btree (published_at, article_id);

table sitemap_page (
  number integer not null,
  first_published_at timestamp with time zone not null,
  first_id text not null,
  stories integer not null,
  changed_at timestamp with time zone,
  UNIQUE (first_published_at, first_id),
  PRIMARY KEY (number)
);

table slow_query (
  id text not null,
  statement text not null,
  calls bigint not null,
  total_ms double precision not null,
  max_ms double precision not null,
  last_at timestamp with time zone not null,
  PRIMARY KEY (id)
);

table storage_limit (
  id text not null,
  upload_mb integer,
  person_mb integer,
  site_mb integer,
  version integer not null,
  PRIMARY KEY (id),
  CHECK (((upload_mb >= 1) AND (upload_mb <= 10000))),
  CHECK ((id = 'storage'::text)),
  CHECK ((person_mb >= 1)),
  CHECK ((site_mb >= 1))
);

table storage_use (
  uid text not null,
  bytes bigint not null,
  PRIMARY KEY (uid),
  CHECK ((bytes >= 0))
);

table story_like (
  article_id text not null,
  person_id text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (article_id, person_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX story_like_person ON story_like USING btree (person_id, at DESC);

table story_mark (
  article_id text not null,
  kind text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (article_id, kind, at),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['featured'::text, 'mailed'::text])))
);
CREATE INDEX story_mark_at ON story_mark USING btree (at);

table story_rank (
  article_id text not null,
  category_id text,
  heat double precision not null,
  reads integer not null,
  PRIMARY KEY (article_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE SET NULL,
  CHECK ((reads >= 0))
);
CREATE INDEX story_rank_category ON story_rank USING btree (category_id, heat DESC, article_id);
CREATE INDEX story_rank_heat ON story_rank USING btree (heat DESC, article_id);

table story_report (
  id text not null,
  article_id text not null,
  by_id text,
  reason text not null,
  note text not null,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  UNIQUE (article_id, by_id),
  PRIMARY KEY (id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (by_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((length(note) <= 1000)),
  CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'harmful'::text, 'other'::text])))
);
CREATE INDEX story_report_by ON story_report USING btree (by_id);

table story_search (
  article_id text not null,
  published_at timestamp with time zone not null,
  author_id text not null,
  category_id text,
  tag_ids ARRAY not null,
  language text not null,
  title text not null,
  head tsvector not null,
  document tsvector not null,
  PRIMARY KEY (article_id),
  FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE,
  FOREIGN KEY (author_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE SET NULL
);
CREATE INDEX story_search_author ON story_search USING btree (author_id);
CREATE INDEX story_search_category ON story_search USING btree (category_id);
CREATE INDEX story_search_document ON story_search USING gin (document) WITH (fastupdate=off);
CREATE INDEX story_search_head ON story_search USING gin (head) WITH (fastupdate=off);
CREATE INDEX story_search_language ON story_search USING btree (language);
CREATE INDEX story_search_newest ON story_search USING btree (published_at DESC, article_id DESC);
CREATE INDEX story_search_title ON story_search USING btree (title text_pattern_ops);

table tag (
  id text not null,
  slug text not null,
  name text not null,
  story_count integer not null,
  created_at timestamp with time zone not null,
  follower_count integer not null,
  version integer not null,
  UNIQUE (slug),
  PRIMARY KEY (id),
  CHECK ((((length(slug) >= 1) AND (length(slug) <= 60)) AND (slug !~ '[[:space:][:cntrl:]/?#%]'::text))),
  CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CHECK ((follower_count >= 0)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((story_count >= 0)),
  CHECK ((version >= 1))
);
CREATE INDEX tag_begins ON tag USING btree (slug text_pattern_ops);
CREATE INDEX tag_by_age ON tag USING btree (created_at, id);
CREATE INDEX tag_by_followers ON tag USING btree (follower_count, id);
CREATE INDEX tag_by_name ON tag USING btree (search_fold(name), id);
CREATE INDEX tag_by_stories ON tag USING btree (story_count, id);
CREATE INDEX tag_like ON tag USING gin (search_fold(name) gin_trgm_ops) WITH (fastupdate=off) WHERE (story_count > 0);
CREATE INDEX tag_popular ON tag USING btree (story_count DESC, slug) WHERE (story_count > 0);
CREATE INDEX tag_search ON tag USING gin (search_names(name)) WITH (fastupdate=off) WHERE (story_count > 0);
CREATE INDEX tag_unused_by_age ON tag USING btree (created_at, id) WHERE (story_count = 0);
CREATE INDEX tag_unused_by_followers ON tag USING btree (follower_count, id) WHERE (story_count = 0);
CREATE INDEX tag_unused_by_name ON tag USING btree (search_fold(name), id) WHERE (story_count = 0);
CREATE INDEX tag_words ON tag USING gin (search_names(name)) WITH (fastupdate=off);

table template (
  id text not null,
  kind text not null,
  name text not null,
  description text not null,
  title text not null,
  body jsonb,
  position integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((kind = ANY (ARRAY['template'::text, 'prompt'::text]))),
  CHECK ((length(description) <= 500)),
  CHECK ((length(title) <= 200))
);
CREATE INDEX template_order ON template USING btree (kind, "position", id);

table test_invoice (
  id text not null,
  subscription_id text,
  session_id text,
  status text not null,
  amount integer not null,
  discount integer not null,
  refunded integer not null,
  currency text not null,
  description text not null,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (subscription_id) REFERENCES test_subscription(id) ON DELETE CASCADE,
  CHECK ((amount >= 0)),
  CHECK ((length(id) <= 60)),
  CHECK ((status = ANY (ARRAY['paid'::text, 'open'::text, 'void'::text])))
);
CREATE INDEX test_invoice_subscription ON test_invoice USING btree (subscription_id, created_at);

table test_session (
  id text not null,
  checkout_id text not null,
  mode text not null,
  status text not null,
  details jsonb not null,
  customer_id text not null,
  subscription_id text,
  invoice_id text,
  created_at timestamp with time zone not null,
  UNIQUE (checkout_id),
  PRIMARY KEY (id),
  CHECK ((length(id) <= 60)),
  CHECK ((mode = ANY (ARRAY['subscription'::text, 'payment'::text]))),
  CHECK ((status = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text])))
);

table test_subscription (
  id text not null,
  customer_id text not null,
  status text not null,
  plan_id text not null,
  amount integer not null,
  currency text not null,
  period text not null,
  percent_off integer,
  amount_off integer,
  discount_ends_at timestamp with time zone,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  trial_end timestamp with time zone,
  cancel_at_period_end boolean not null,
  card text not null,
  retry_at timestamp with time zone,
  credit integer not null,
  checkout_id text not null,
  description text not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK ((card = ANY (ARRAY['works'::text, 'declined'::text, 'fails-later'::text]))),
  CHECK ((credit >= 0)),
  CHECK ((length(id) <= 60)),
  CHECK ((status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text])))
);

table ticket (
  token_hash bytea not null,
  kind text not null,
  uid text,
  data text not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE
);
CREATE INDEX ticket_account ON ticket USING btree (uid);
CREATE INDEX ticket_expiry ON ticket USING btree (expires_at);

table topic_change (
  id text not null,
  action text not null,
  kind text not null,
  topic_id text not null,
  into_id text,
  stage text not null,
  progress_at text not null,
  done integer not null,
  total integer not null,
  created_at timestamp with time zone not null,
  UNIQUE (kind, topic_id),
  PRIMARY KEY (id),
  CHECK (((into_id IS NOT NULL) = (action = 'merge'::text))),
  CHECK ((action = ANY (ARRAY['merge'::text, 'rename'::text]))),
  CHECK ((done >= 0)),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text)),
  CHECK ((kind = ANY (ARRAY['category'::text, 'tag'::text]))),
  CHECK ((stage = ANY (ARRAY['stories'::text, 'drafts'::text, 'follows'::text, 'last'::text]))),
  CHECK ((total >= 0))
);
CREATE INDEX topic_change_oldest ON topic_change USING btree (created_at, id);

table topic_follow (
  person_id text not null,
  category_id text,
  tag_id text,
  since timestamp with time zone not null,
  FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE,
  CHECK ((num_nonnulls(category_id, tag_id) = 1))
);
CREATE UNIQUE INDEX topic_follow_category ON topic_follow USING btree (person_id, category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX topic_follow_category_since ON topic_follow USING btree (category_id, since) WHERE (category_id IS NOT NULL);
CREATE INDEX topic_follow_person ON topic_follow USING btree (person_id, since);
CREATE UNIQUE INDEX topic_follow_tag ON topic_follow USING btree (person_id, tag_id) WHERE (tag_id IS NOT NULL);
CREATE INDEX topic_follow_tag_since ON topic_follow USING btree (tag_id, since) WHERE (tag_id IS NOT NULL);

table unsubscribe_link (
  token_hash bytea not null,
  person_id text not null,
  kind text,
  created_at timestamp with time zone not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((length(kind) <= 40))
);
CREATE INDEX unsubscribe_link_age ON unsubscribe_link USING btree (created_at);
CREATE INDEX unsubscribe_link_person ON unsubscribe_link USING btree (person_id);

table upload (
  id text not null,
  token_hash bytea not null,
  bucket text not null,
  name text not null,
  owner_uid text not null,
  metadata jsonb not null,
  pieces jsonb not null,
  received bigint not null,
  expected bigint,
  finished boolean not null,
  expires_at timestamp with time zone not null,
  session_id text,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  CHECK ((id ~ '^[A-Za-z0-9]{20}$'::text))
);
CREATE INDEX upload_expiry ON upload USING btree (expires_at);
CREATE INDEX upload_owner ON upload USING btree (owner_uid);

table visitor_salt (
  day text not null,
  salt bytea not null,
  PRIMARY KEY (day),
  CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text))
);

table webhook (
  id text not null,
  url text not null,
  description text not null,
  events ARRAY not null,
  enabled boolean not null,
  disabled_reason text,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  failures integer not null,
  resting_until timestamp with time zone,
  lease text,
  leased_until timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (((length(url) >= 1) AND (length(url) <= 2000))),
  CHECK (((NOT enabled) OR (disabled_reason IS NULL))),
  CHECK ((cardinality(events) > 0)),
  CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
  CHECK ((length(description) <= 200)),
  CHECK ((length(id) = 20))
);

table webhook_attempt (
  id bigint not null,
  delivery_id bigint not null,
  at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  error text,
  headers jsonb not null,
  response text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (delivery_id) REFERENCES webhook_delivery(id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempt_delivery ON webhook_attempt USING btree (delivery_id);

table webhook_delivery (
  id bigint not null,
  webhook_id text not null,
  event_id text not null,
  type text not null,
  state text not null,
  replay boolean not null,
  attempts integer not null,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  last_at timestamp with time zone,
  last_status integer,
  last_error text,
  duration_ms integer,
  PRIMARY KEY (id),
  FOREIGN KEY (event_id) REFERENCES webhook_event(id) ON DELETE CASCADE,
  FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_delivery_both ON webhook_delivery USING btree (webhook_id, state, type, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (webhook_id, due_at, id) WHERE (state = 'pending'::text);
CREATE INDEX webhook_delivery_event ON webhook_delivery USING btree (event_id, webhook_id, id);
CREATE INDEX webhook_delivery_newest ON webhook_delivery USING btree (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_state ON webhook_delivery USING btree (webhook_id, state, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_type ON webhook_delivery USING btree (webhook_id, type, created_at DESC, id DESC);

table webhook_event (
  id text not null,
  type text not null,
  at timestamp with time zone not null,
  body text not null,
  people ARRAY not null,
  PRIMARY KEY (id),
  CHECK ((length(id) <= 40))
);
CREATE INDEX webhook_event_age ON webhook_event USING btree (at);
CREATE INDEX webhook_event_people ON webhook_event USING gin (people) WITH (fastupdate=off) WHERE (people <> '{}'::text[]);

table webhook_secret (
  id text not null,
  webhook_id text not null,
  secret text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE,
  CHECK ((length(id) = 20))
);
CREATE INDEX webhook_secret_webhook ON webhook_secret USING btree (webhook_id);

table weekly_summary (
  week date not null,
  PRIMARY KEY (week),
  CHECK ((EXTRACT(isodow FROM week) = (1)::numeric))
);

table weekly_summary_mail (
  person_id text not null,
  week date not null,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
