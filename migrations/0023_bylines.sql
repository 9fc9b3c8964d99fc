-- Whoever stands on a byline has the story among theirs: in their own order, and counted like its author's.
alter table article_co_author add column published_at timestamptz(3);
update article_co_author set published_at = article.published_at from article where article.id = article_id;
drop index article_co_author_person;
create index article_co_author_order on article_co_author (person_id, published_at desc, article_id desc);

with shown as (
  select person_id, count(*) as stories
  from article_co_author join article on article.id = article_id where state = 'published' group by person_id
)
update person set story_count = story_count + shown.stories from shown where person.id = shown.person_id;

-- As warm as the warmest of those stories: the directory shows nobody without a rank.
insert into creator_rank (person_id, heat)
select person_id, max(heat) from article_co_author
join article on article.id = article_co_author.article_id and state = 'published'
join story_rank on story_rank.article_id = article.id
group by person_id
on conflict (person_id) do nothing;
