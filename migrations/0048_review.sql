-- Editors assign, check and discuss submitted stories, and list every story by what they look for.

-- What the list of all articles filters and sorts by, in one table, so that each order has its own index.
alter table draft
  add column article_state     text not null default 'draft',
  add column article_author_id text,
  -- The publication time, or the time it is scheduled for. The epoch for stories without one, because sort keys are not null.
  add column publish_at        timestamptz not null default 'epoch',
  -- When the story, or the changes to a published one, were submitted. Null when they do not wait for review.
  add column review_since      timestamptz,
  -- Stays with the story while its author makes changes.
  add column reviewer_id       text references person on delete set null,
  -- Stored, because a search that matches many stories compares each row of the order.
  add column title_words       tsvector generated always as (search_names(title || ' ' || subtitle)) stored;
drop index draft_search;
create index draft_title_words on draft using gin (title_words) with (fastupdate = off);

update draft set article_state = article.state, article_author_id = article.author_id,
    publish_at = coalesce(article.scheduled_for, article.published_at, 'epoch'),
    review_since = case article.state
      when 'in-review' then coalesce((select max(at) from article_move
        where article_move.article_id = article.id and to_state = 'in-review'), article.updated_at)
      when 'published' then draft.update_asked_at end
  from article where article.id = draft.article_id;

create function copy_article_to_draft() returns trigger language plpgsql as $$
begin
  update draft set article_state = new.state, article_author_id = new.author_id,
      publish_at = coalesce(new.scheduled_for, new.published_at, 'epoch'),
      review_since = case
        when new.state = 'in-review' and old.state = 'in-review' then review_since
        when new.state = 'in-review' then new.updated_at
        when new.state = 'published' then update_asked_at end
    where article_id = new.id;
  return null;
end $$;
create trigger copy_article_to_draft after update of state, author_id, published_at, scheduled_for on article
  for each row when ((old.state, old.author_id, old.published_at, old.scheduled_for)
    is distinct from (new.state, new.author_id, new.published_at, new.scheduled_for))
  execute function copy_article_to_draft();

create function start_draft() returns trigger language plpgsql as $$
begin
  select article.state, article.author_id, coalesce(article.scheduled_for, article.published_at, 'epoch'),
      case article.state when 'in-review' then article.updated_at when 'published' then new.update_asked_at end
    into new.article_state, new.article_author_id, new.publish_at, new.review_since
    from article where article.id = new.article_id;
  return new;
end $$;
create trigger start_draft before insert on draft for each row execute function start_draft();

create function copy_update_asked() returns trigger language plpgsql as $$
begin
  if new.article_state = 'published' then
    new.review_since := new.update_asked_at;
  end if;
  return new;
end $$;
create trigger copy_update_asked before update of update_asked_at on draft
  for each row when (old.update_asked_at is distinct from new.update_asked_at) execute function copy_update_asked();

-- A reviewer who can no longer review is unassigned, whichever way they lost the role.
create function unassign_reviewer() returns trigger language plpgsql as $$
begin
  update draft set reviewer_id = null where reviewer_id = new.id;
  return null;
end $$;
create trigger unassign_reviewer after update of role, disabled_at on person
  for each row when (new.role not in ('editor', 'admin') or new.disabled_at is not null)
  execute function unassign_reviewer();

create index draft_by_publication on draft (publish_at, article_id);
create index draft_by_submission on draft (coalesce(review_since, 'epoch'::timestamptz), article_id);
create index draft_state_newest on draft (article_state, saved_at, article_id);
create index draft_state_title on draft (article_state, lower(title), article_id);
create index draft_state_words on draft (article_state, word_count, article_id);
create index draft_state_publication on draft (article_state, publish_at, article_id);
create index draft_author_newest on draft (article_author_id, saved_at, article_id);
create index draft_author_publication on draft (article_author_id, publish_at, article_id);
create index draft_category_newest on draft (category_id, saved_at, article_id);
create index draft_category_publication on draft (category_id, publish_at, article_id);
-- The review queue.
create index draft_queue on draft (review_since, article_id) where review_since is not null;
create index draft_queue_newest on draft (saved_at, article_id) where review_since is not null;
create index draft_queue_title on draft (lower(title), article_id) where review_since is not null;
create index draft_queue_unassigned on draft (review_since, article_id)
  where review_since is not null and reviewer_id is null;
create index draft_reviewer on draft (reviewer_id, review_since, article_id) where reviewer_id is not null;

-- A submission: what was submitted, so that the next one can be compared with it. The text is in its revision.
create table review_submission (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id  text not null references article on delete cascade,
  revision_id text references revision on delete set null,
  by_id       text references person on delete set null,
  -- Null for submissions that are older than this table.
  fields      jsonb,
  at          timestamptz not null
);
create index review_submission_article on review_submission (article_id, at desc, id desc);
create index review_submission_revision on review_submission (revision_id);
create index review_submission_by on review_submission (by_id);

insert into review_submission (id, article_id, revision_id, by_id, at)
  select article_move.id, article_move.article_id, found.id, article_move.by_id, article_move.at
  from article_move
  left join lateral (select revision.id from revision
    where revision.article_id = article_move.article_id and revision.kind = 'submitted'
      and revision.saved_at between article_move.at - interval '5 seconds' and article_move.at + interval '5 seconds'
    order by abs(extract(epoch from revision.saved_at - article_move.at)) limit 1) as found on true
  where article_move.move in ('submit', 'submit-update');

-- The items of the checklist that a reviewer has ticked for a submission.
create table review_check (
  submission_id text not null references review_submission on delete cascade,
  item          text not null check (length(item) between 1 and 200),
  by_id         text references person on delete set null,
  at            timestamptz not null,
  primary key (submission_id, item)
);
create index review_check_by on review_check (by_id);

create table review_reply (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  note_id    text not null references review_note on delete cascade,
  by_id      text references person on delete set null,
  text       text not null check (length(text) between 1 and 5000),
  created_at timestamptz not null
);
create index review_reply_note on review_reply (note_id, created_at, id);
create index review_reply_by on review_reply (by_id);

alter table review_note add column resolved_by text references person on delete set null;
create index review_note_resolved_by on review_note (resolved_by);
