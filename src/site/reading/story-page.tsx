import './story.css'
import { usePageData } from '#site/page.ts'
import { Photo } from '#site/ui/photo.tsx'
import { HTML_ID } from '#site/wire.ts'
import { AuthorCard } from './author-card.tsx'
import { inLanguage } from './direction.ts'
import { playing } from './play.ts'
import { Responses } from './responses.tsx'
import type { storyData } from './story-data.ts'
import { StoryHeader } from './story-header.tsx'
import { TagList } from './tag-list.tsx'
import { Wall } from './wall.tsx'

export { head } from './story-head.ts'

export default function StoryPage() {
  const { story, responses } = usePageData<typeof storyData>()
  return (
    <>
      <article className="px-5">
        <StoryHeader story={story} />
        {story.cover && (
          <Photo
            first
            picture={story.cover}
            sizes="(min-width: 59rem) 56rem, calc(100vw - 2.5rem)"
            className="mx-auto mt-10 aspect-3/2 w-full max-w-4xl print:hidden"
          />
        )}
        <div
          id={HTML_ID}
          className="story mx-auto mt-10 max-w-reading"
          {...inLanguage(story.language)}
          {...playing}
          // The server made it from the stored document, node by node; see articles/render.ts.
          dangerouslySetInnerHTML={{ __html: story.html }}
        />
        {story.walled && <Wall />}
        {story.tags.length > 0 && (
          <div className="no-print mx-auto mt-12 max-w-reading">
            <TagList tags={story.tags} />
          </div>
        )}
      </article>
      <div className="mx-auto mt-12 max-w-paper px-5">
        <AuthorCard authors={[story.author, ...story.coAuthors]} />
        <Responses responses={responses} open={story.takesResponses} />
      </div>
    </>
  )
}
