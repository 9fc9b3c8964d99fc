-- The desk sorts by what is being worked on, and whoever chooses a person or a tag types how it begins.
-- Milliseconds, as the browser counts: both lists are paged by this and the id.
alter table draft alter column saved_at type timestamptz(3);
alter table revision alter column saved_at type timestamptz(3);

create index draft_newest on draft (saved_at desc, article_id desc);
create index draft_by_title on draft (lower(title), article_id);
create index draft_by_words on draft (word_count desc, article_id desc);
create index draft_category on draft (category_id);
-- Where the thinning begins: what was kept lately.
create index revision_lately on revision (saved_at);

-- These find beginnings whatever language the database sorts in.
create index person_handle_begins on person (handle text_pattern_ops);
create index person_name_begins on person (lower(name) text_pattern_ops);
create index tag_begins on tag (slug text_pattern_ops);
