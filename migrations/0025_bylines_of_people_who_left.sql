-- Whoever deleted their account stayed on the bylines of others, counted as having no stories: such a story could not be withdrawn.
delete from article_co_author using person
where person.id = person_id and person.uid is null and person.handle like 'gone-%' and person.disabled_at is not null;

-- The proof of the day forgot stories written with others.
update person set story_count = counted.stories
from (
  select person.id, count(article.id)::int as stories
  from person
  left join lateral (
    select id from article where author_id = person.id and state = 'published'
    union select article_id from article_co_author join article on article.id = article_id
    where person_id = person.id and state = 'published'
  ) article on true
  group by person.id
) counted
where counted.id = person.id and person.story_count <> counted.stories;
