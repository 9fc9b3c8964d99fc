-- Editors find articles of every state by the words of their titles.
create index draft_search on draft using gin (search_names(title || ' ' || subtitle)) with (fastupdate = off);

-- The dashboard shows the latest transitions.
create index article_move_newest on article_move (at desc, id desc);
