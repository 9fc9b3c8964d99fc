-- Submissions notify every editor. Editors are few among all people.
create index person_editors on person (id) where role in ('editor', 'admin');
