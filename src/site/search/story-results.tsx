import type { StoryResult, TextSegment } from '#contract/search.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Byline, Facts } from '#site/stories/story-card.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { Link } from '#site/ui/link.tsx'

export function StoryResults({ stories }: { stories: readonly StoryResult[] }) {
  return (
    <ul>
      {stories.map((story) => (
        <li key={story.id}>
          <ResultCard story={story} />
        </li>
      ))}
    </ul>
  )
}

function ResultCard({ story }: { story: StoryResult }) {
  return (
    <article className="group relative flex gap-5 border-b border-gray-200 py-6 sm:gap-8">
      <div className="min-w-0 flex-1">
        <Byline story={story} />
        <div {...inLanguage(story.language)}>
          <h2 className="mt-2 font-serif text-lg leading-snug font-semibold wrap-anywhere text-gray-900 sm:text-xl">
            <Link
              to={`/story/${story.slug}`}
              viewTransition
              className="underline-offset-4 group-hover:underline group-hover:decoration-gray-300 after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-primary-600"
            >
              <HighlightedText segments={story.titlePieces} />
            </Link>
          </h2>
          <p className="mt-1 line-clamp-3 wrap-anywhere text-gray-600">
            <HighlightedText segments={story.passage} />
          </p>
        </div>
        <Facts story={story} />
      </div>
      {story.cover && (
        <Photo
          picture={story.cover}
          sizes="auto, (min-width: 40rem) 10rem, 6rem"
          className="aspect-3/2 w-24 self-center max-xs:hidden sm:w-36"
        />
      )}
    </article>
  )
}

function HighlightedText({ segments }: { segments: readonly TextSegment[] }) {
  return segments.map(({ text, hit }, at) =>
    hit ? (
      // oxlint-disable-next-line react/no-array-index-key -- segments have no other key
      <mark key={at} className="rounded-sm bg-primary-100 text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
