import { useShell } from '#site/page.ts'
import { AuthorCard } from '#site/reading/author-card.tsx'
import { Responses } from '#site/reading/responses.tsx'
import type { StoryData } from '#site/reading/story-data.ts'
import { TagList } from '#site/reading/tag-list.tsx'
import { Wall } from '#site/reading/wall.tsx'
import { Beside } from './beside.tsx'

/** All that stands below the words of a story. */
export function Below({ story, responses, beside, minutesLeft }: StoryData) {
  const { viewer } = useShell()
  const path = `/story/${encodeURIComponent(story.slug)}`
  return (
    <>
      {(story.walled || story.tags.length > 0) && (
        <div className="no-print px-5">
          {story.walled && <Wall minutes={minutesLeft} signInFor={viewer ? null : path} />}
          {story.tags.length > 0 && (
            <div className="mx-auto mt-12 max-w-reading">
              <TagList tags={story.tags} />
            </div>
          )}
        </div>
      )}
      <div className="mx-auto mt-12 max-w-paper px-5">
        <AuthorCard authors={[story.author, ...story.coAuthors]} followed={story.followed} />
        <Beside beside={beside} author={story.author.name} />
        <Responses responses={responses} open={story.takesResponses} />
      </div>
    </>
  )
}
