import type { StoryCard as Story } from '#contract/reading.ts'
import { SaveButton } from '#site/bookmarks/save-button.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Byline, ForMembers, StoryLink } from '#site/stories/story-card.tsx'
import { Time } from '#site/ui/time.tsx'
import { SectionTitle } from './section-title.tsx'

type Props = {
  stories: readonly Story[]
  /** Full page width instead of a sidebar column. */
  wide?: boolean
}

export function Trending({ stories, wide = false }: Props) {
  if (stories.length === 0) return null
  const columns = wide ? 'gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3' : 'gap-y-6'
  return (
    <section aria-labelledby="trending">
      <SectionTitle id="trending">Trending</SectionTitle>
      <ol className={`mt-5 grid grid-cols-1 [counter-reset:place] ${columns}`}>
        {stories.map((story) => (
          <li
            key={story.id}
            className="flex gap-4 [counter-increment:place] before:w-[1.1em] before:shrink-0 before:font-serif before:text-2xl before:leading-none before:font-light before:text-primary-700 before:lining-nums before:tabular-nums before:content-[counter(place)]"
          >
            <TrendingStory story={story} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function TrendingStory({ story }: { story: Story }) {
  return (
    <article className="group relative min-w-0 flex-1">
      <Byline story={{ ...story, category: null }} />
      <h3 className="mt-1.5 font-serif text-md leading-snug font-semibold" {...inLanguage(story.language)}>
        <StoryLink story={story} />
      </h3>
      <div className="mt-1.5 flex items-center gap-2 text-sm text-gray-600">
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-3">
          {story.forMembers && <ForMembers />}
          <Time at={story.publishedAt} />
          <span>{story.readingMinutes} min read</span>
        </p>
        <SaveButton story={story} />
      </div>
    </article>
  )
}
