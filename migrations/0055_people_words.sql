-- A search for people that matches many compares each row of the order, so the words of names are stored.
alter table person
  add column name_words tsvector generated always as (search_names(name || ' ' || handle)) stored;
drop index person_words;
create index person_name_words on person using gin (name_words) with (fastupdate = off) where erased_at is null;
