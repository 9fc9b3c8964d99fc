-- Deleted accounts used to stay on the bylines of other authors with a story count of 0. The next unpublish of such a story
-- set the count to -1, which the check constraint rejects.
delete from article_co_author using person
where person.id = person_id and person.uid is null and person.handle like 'gone-%' and person.disabled_at is not null;

-- The daily job that repairs counts used to ignore co-authors.
update person set story_count = counted.stories
from (
  select person.id, count(story.id)::int as stories
  from person
  left join lateral (
    select id from article where author_id = person.id and state = 'published'
    union all select article_id from article_co_author join article on article.id = article_id
    where person_id = person.id and state = 'published'
  ) story on true
  group by person.id
) counted
where counted.id = person.id and person.story_count <> counted.stories;
