-- The data tree sorts keys by their letters' numbers, whatever language the database sorts in.
create index article_by_key on article (id collate "C") where state = 'published';
