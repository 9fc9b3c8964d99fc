-- The authors of the blocks of a draft that its last saver did not write, by the hash of the block. A save that drops
-- another person's block keeps a revision of the text before it.
alter table draft add column block_authors jsonb not null default '{}';
