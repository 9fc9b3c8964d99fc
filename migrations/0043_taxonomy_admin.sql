-- Editors rename, merge, order and describe categories and tags. Former addresses redirect, and big changes run in batches.
alter table category
  add column color          text check (color ~ '^#[0-9a-f]{6}$'),
  add column follower_count int not null default 0 check (follower_count >= 0),
  add column version        int not null default 1 check (version >= 1);
alter table tag
  add column follower_count int not null default 0 check (follower_count >= 0),
  add column version        int not null default 1 check (version >= 1);
update category set follower_count = (select count(*) from topic_follow where category_id = category.id);
update tag set follower_count = found.followers
  from (select tag_id, count(*) as followers from topic_follow where tag_id is not null group by tag_id) as found
  where tag.id = found.tag_id;

-- Milliseconds, as browsers count: the list of tags is paged by this.
alter table tag alter column created_at type timestamptz(3);

-- The admin lists, each sorted by its own index.
create index tag_by_name on tag (search_fold(name), id);
create index tag_by_stories on tag (story_count, id);
create index tag_by_followers on tag (follower_count, id);
create index tag_by_age on tag (created_at, id);
create index tag_words on tag using gin (search_names(name)) with (fastupdate = off);
-- Unused tags are few among many, or many among few.
create index tag_unused_by_name on tag (search_fold(name), id) where story_count = 0;
create index tag_unused_by_followers on tag (follower_count, id) where story_count = 0;
create index tag_unused_by_age on tag (created_at, id) where story_count = 0;

-- New followers of a topic.
create index topic_follow_category_since on topic_follow (category_id, since) where category_id is not null;
create index topic_follow_tag_since on topic_follow (tag_id, since) where tag_id is not null;
drop index topic_follow_by_category, topic_follow_by_tag;

-- Articles of a category in every state, and drafts that name a tag, so that a merge finds them.
create index article_category on article (category_id, id);
drop index draft_category;
create index draft_category on draft (category_id, article_id);
create function search_tags(tags text[]) returns tsvector language sql immutable parallel safe strict
return search_names(array_to_string(tags, ' '));
create index draft_tag_words on draft using gin (search_tags(tags)) with (fastupdate = off);

-- The slugs that categories and tags had before. The present slug of another topic wins over a former one.
create table old_topic_slug (
  slug        text not null check (length(slug) between 1 and 60),
  category_id text references category on delete cascade,
  tag_id      text references tag on delete cascade,
  since       timestamptz not null,
  check (num_nonnulls(category_id, tag_id) = 1)
);
create unique index old_topic_slug_category on old_topic_slug (slug) where category_id is not null;
create unique index old_topic_slug_tag on old_topic_slug (slug) where tag_id is not null;
create index old_topic_slug_by_category on old_topic_slug (category_id) where category_id is not null;
create index old_topic_slug_by_tag on old_topic_slug (tag_id) where tag_id is not null;

-- Merges and renames that are still being carried to stories, drafts and followers. A row is deleted when it is done.
create table topic_change (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  action     text not null check (action in ('merge', 'rename')),
  kind       text not null check (kind in ('category', 'tag')),
  topic_id   text not null,
  -- The topic that a merge keeps.
  into_id    text check ((into_id is not null) = (action = 'merge')),
  stage      text not null default 'stories' check (stage in ('stories', 'drafts', 'follows', 'last')),
  -- The last article of the stage that was processed.
  progress_at text not null default '',
  done       int not null default 0 check (done >= 0),
  total      int not null default 0 check (total >= 0),
  created_at timestamptz not null,
  unique (kind, topic_id)
);
create index topic_change_oldest on topic_change (created_at, id);
