-- Moderation: one case per response, story or person that was reported, held or appealed, with the decisions about it.
alter table response
  -- Who hid it. What an editor hid, only an editor shows again.
  add column hidden_by    text references person,
  add column hidden_as    text check (hidden_as in ('author', 'editor')),
  -- All reports, also the resolved ones.
  add column report_count int not null default 0 check (report_count >= 0),
  add constraint response_hidden_check check (state = 'hidden' or (hidden_by is null and hidden_as is null)),
  drop constraint response_held_for_check,
  add constraint response_held_for_check
    check (held_for in ('first', 'links', 'words', 'domains', 'reports', 'shadow'));
create index response_hidden_by on response (hidden_by) where hidden_by is not null;
update response set report_count = given.reports
  from (select response_id, count(*)::int as reports from response_report group by response_id) as given
  where given.response_id = response.id;

-- The list of all responses: its orders, filters and search.
create index response_newest on response (created_at desc, id desc);
create index response_by_author on response (author_id, created_at desc, id desc);
create index response_by_story on response (article_id, created_at desc, id desc);
create index response_by_state on response (state, created_at desc, id desc) where state <> 'shown';
create index response_reported on response (report_count desc, id desc);
create index response_words on response using gin (search_names(text)) with (fastupdate = off) where text <> '';
drop index response_author;

-- What a person may not do. Checked when they respond, submit or publish, so a ban ends by itself.
create table person_sanction (
  person_id      text primary key references person on delete cascade,
  banned_at      timestamptz(3),
  -- Null with `banned_at`: permanent.
  banned_until   timestamptz(3),
  ban_reason     text not null default '' check (length(ban_reason) <= 40),
  shadow_held_at timestamptz(3),
  check (banned_at is not null or banned_until is null)
);

create table story_report (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  article_id  text not null references article on delete cascade,
  by_id       text references person on delete set null,
  reason      text not null check (reason in ('spam', 'abuse', 'harmful', 'other')),
  note        text not null default '' check (length(note) <= 1000),
  created_at  timestamptz not null,
  resolved_at timestamptz,
  unique (article_id, by_id)
);
create index story_report_by on story_report (by_id);

create table moderation_case (
  -- The kind and the id of the target.
  id           text primary key,
  kind         text not null check (kind in ('response', 'story', 'person')),
  response_id  text references response on delete cascade,
  -- The story, or the story of the response.
  article_id   text references article on delete cascade,
  -- The author, or the person.
  person_id    text not null references person on delete cascade,
  held         boolean not null default false,
  -- Open reports.
  report_count int not null default 0 check (report_count >= 0),
  appealed     boolean not null default false,
  open         boolean not null generated always as (held or report_count > 0 or appealed) stored,
  opened_at    timestamptz(3) not null default now(),
  decided_at   timestamptz(3),
  check ((kind = 'response') = (response_id is not null)),
  check ((kind = 'person') = (article_id is null))
);
create index moderation_case_open on moderation_case (opened_at, id) where open;
create index moderation_case_open_kind on moderation_case (kind, opened_at, id) where open;
create index moderation_case_held on moderation_case (opened_at, id) where held;
create index moderation_case_reported on moderation_case (opened_at, id) where report_count > 0;
create index moderation_case_reports on moderation_case (report_count, id) where open;
create index moderation_case_appealed on moderation_case (opened_at, id) where appealed;
create index moderation_case_decided on moderation_case (decided_at, id) where decided_at is not null;
create index moderation_case_decided_kind on moderation_case (kind, decided_at, id) where decided_at is not null;
create index moderation_case_response on moderation_case (response_id) where response_id is not null;
create index moderation_case_article on moderation_case (article_id) where article_id is not null;
create index moderation_case_person on moderation_case (person_id);

create table moderation_decision (
  id        text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  -- Null when the target was deleted since: it still counts in the history of the person.
  case_id   text references moderation_case on delete set null,
  person_id text not null references person on delete cascade,
  action    text not null check (action in
              ('approve', 'hide', 'delete', 'warn', 'ban', 'unban', 'shadow-hold', 'end-shadow-hold')),
  reason    text not null default '' check (length(reason) <= 40),
  note      text not null default '' check (length(note) <= 1000),
  by_id     text references person on delete set null,
  at        timestamptz(3) not null,
  -- The end of a temporary ban.
  until     timestamptz(3),
  -- What an undo restores.
  before    jsonb not null default '{}',
  undone_at timestamptz(3),
  undone_by text references person on delete set null
);
create index moderation_decision_case on moderation_decision (case_id, at desc, id desc);
create index moderation_decision_person on moderation_decision (person_id, at desc);
create index moderation_decision_by on moderation_decision (by_id);
create index moderation_decision_undone_by on moderation_decision (undone_by) where undone_by is not null;

create table appeal (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  case_id    text not null references moderation_case on delete cascade,
  person_id  text not null references person on delete cascade,
  text       text not null check (length(text) <= 1000),
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by text references person on delete set null,
  outcome    text check (outcome in ('accepted', 'rejected')),
  note       text not null default '' check (length(note) <= 1000),
  -- Once for each target.
  unique (case_id, person_id),
  check ((outcome is null) = (decided_at is null))
);
create index appeal_person on appeal (person_id);
create index appeal_decided_by on appeal (decided_by) where decided_by is not null;

-- Creates the case of a target, if it has none, and counts again. The row is locked before it counts, so that two
-- reports at once are both counted.
create function refresh_moderation_case(target_kind text, target_id text) returns void language plpgsql as $$
declare
  target_case text := target_kind || ':' || target_id;
begin
  if target_kind = 'response' then
    insert into moderation_case (id, kind, response_id, article_id, person_id)
      select target_case, 'response', id, article_id, author_id from response where id = target_id
      on conflict do nothing;
  elsif target_kind = 'story' then
    insert into moderation_case (id, kind, article_id, person_id)
      select target_case, 'story', id, author_id from article where id = target_id on conflict do nothing;
  else
    insert into moderation_case (id, kind, person_id)
      select target_case, 'person', id from person where id = target_id on conflict do nothing;
  end if;
  perform from moderation_case where id = target_case for update;
  update moderation_case set
    held = now_is.held, report_count = now_is.reports, appealed = now_is.appealed,
    opened_at = case when open then opened_at else now() end
  from (select
    target_kind = 'response' and exists (select from response
      where id = target_id and state = 'held' and held_for is distinct from 'shadow') as held,
    case target_kind
      when 'response' then (select count(*) from response_report where response_id = target_id and resolved_at is null)
      when 'story' then (select count(*) from story_report where article_id = target_id and resolved_at is null)
      else (select count(*) from person_report where person_id = target_id and resolved_at is null)
    end::int as reports,
    exists (select from appeal where case_id = target_case and decided_at is null) as appealed) as now_is
  where id = target_case;
end $$;

create function refresh_case_of_response() returns trigger language plpgsql as $$
begin
  perform refresh_moderation_case('response', new.id);
  return null;
end $$;
create trigger moderate_new after insert on response for each row
  when (new.state = 'held' and new.held_for is distinct from 'shadow') execute function refresh_case_of_response();
create trigger moderate_changed after update of state, held_for on response for each row
  when ((old.state = 'held' or new.state = 'held') and (old.state, old.held_for) is distinct from (new.state, new.held_for))
  execute function refresh_case_of_response();

-- With its response, the author deletes what they wrote about it.
create function delete_appeal_of_response() returns trigger language plpgsql as $$
begin
  delete from appeal where case_id = 'response:' || new.id and decided_at is null;
  return null;
end $$;
create trigger delete_appeal after update of state on response for each row
  when (new.state = 'deleted' and old.state <> 'deleted') execute function delete_appeal_of_response();

create function refresh_case_of_response_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update response set report_count = report_count + 1 where id = new.response_id;
  elsif tg_op = 'DELETE' then
    update response set report_count = report_count - 1 where id = old.response_id;
  end if;
  perform refresh_moderation_case('response', coalesce(new.response_id, old.response_id));
  return null;
end $$;
create trigger moderate after insert or delete or update of resolved_at on response_report
  for each row execute function refresh_case_of_response_report();

create function refresh_case_of_story_report() returns trigger language plpgsql as $$
begin
  perform refresh_moderation_case('story', coalesce(new.article_id, old.article_id));
  return null;
end $$;
create trigger moderate after insert or delete or update of resolved_at on story_report
  for each row execute function refresh_case_of_story_report();

create function refresh_case_of_person_report() returns trigger language plpgsql as $$
begin
  perform refresh_moderation_case('person', coalesce(new.person_id, old.person_id));
  return null;
end $$;
create trigger moderate after insert or delete or update of resolved_at on person_report
  for each row execute function refresh_case_of_person_report();

create function refresh_case_of_appeal() returns trigger language plpgsql as $$
declare
  target_case text := coalesce(new.case_id, old.case_id);
begin
  perform refresh_moderation_case(split_part(target_case, ':', 1), split_part(target_case, ':', 2));
  return null;
end $$;
create trigger moderate after insert or delete or update of decided_at on appeal
  for each row execute function refresh_case_of_appeal();

-- What was held or reported before.
insert into moderation_case (id, kind, response_id, article_id, person_id, held, report_count, opened_at)
  select 'response:' || response.id, 'response', response.id, response.article_id, response.author_id, response.state = 'held',
    count(response_report.id)::int, least(min(response_report.created_at), response.changed_at)
  from response left join response_report on response_report.response_id = response.id and response_report.resolved_at is null
  where response.state = 'held' or response_report.id is not null
  group by response.id;
insert into moderation_case (id, kind, person_id, report_count, opened_at)
  select 'person:' || person_id, 'person', person_id, count(*)::int, min(created_at)
  from person_report where resolved_at is null group by person_id;
