-- A tag's stories in their order, without looking at every story that carries it.
alter table article_tag add column published_at timestamptz(3);
update article_tag set published_at = article.published_at from article where article.id = article_id;
create index article_tag_order on article_tag (tag_id, published_at desc, article_id desc);
