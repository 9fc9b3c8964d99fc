import { Conversation } from '#site/conversation/conversation.tsx'
import { StoryLike } from '#site/conversation/story-like.tsx'
import { AuthorCard } from '#site/reading/author-card.tsx'
import type { StoryData } from '#site/reading/story-data.ts'
import { TagList } from '#site/reading/tag-list.tsx'
import { RelatedStories } from './related.tsx'

/** Everything below the text of a story. */
export function BelowStory({ story, responses, beside }: StoryData) {
  return (
    <>
      <div className="no-print px-5">
        <div className="mx-auto mt-12 flex max-w-reading flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <StoryLike story={story} />
          {story.tags.length > 0 && <TagList tags={story.tags} />}
        </div>
      </div>
      <div className="mx-auto mt-12 max-w-paper px-5">
        <AuthorCard authors={[story.author, ...story.coAuthors]} followed={story.followed} />
        <RelatedStories beside={beside} author={story.author.name} />
        {responses && <Conversation story={story} responses={responses} />}
      </div>
    </>
  )
}
