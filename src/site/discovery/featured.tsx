import type { StoryCard as Story } from '#contract/reading.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Byline, Facts, StoryLink } from '#site/stories/story-card.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { SectionTitle } from './section-title.tsx'

export function Featured({ stories }: { stories: readonly Story[] }) {
  const [lead, ...others] = stories
  if (!lead) return null
  return (
    <section aria-labelledby="featured" className="pt-10">
      <SectionTitle id="featured">Featured</SectionTitle>
      <div className="mt-5 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <LeadStory story={lead} />
        <ul className="grid grid-cols-1 content-start gap-y-6 sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-1 lg:divide-y lg:divide-gray-200 lg:gap-y-0">
          {others.map((story) => (
            <li key={story.id} className="lg:py-6 lg:first:pt-0 lg:last:pb-0">
              <SmallStory story={story} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function LeadStory({ story }: { story: Story }) {
  return (
    <article className="group relative">
      {story.cover && (
        <Photo
          first
          picture={story.cover}
          sizes="(min-width: 72rem) 41rem, (min-width: 64rem) 56vw, calc(100vw - 2.5rem)"
          className="mb-4 aspect-3/2 w-full"
        />
      )}
      <Byline story={story} />
      <div {...inLanguage(story.language)}>
        <h3 className="mt-2 font-serif text-xl font-semibold text-balance sm:text-2xl">
          <StoryLink story={story} />
        </h3>
        <p className="mt-2 line-clamp-3 text-md text-gray-600">{story.subtitle || story.excerpt}</p>
      </div>
      <Facts story={story} />
    </article>
  )
}

function SmallStory({ story }: { story: Story }) {
  return (
    <article className="group relative flex gap-4">
      <div className="min-w-0 flex-1">
        <Byline story={story} />
        <h3 className="mt-1.5 font-serif text-lg leading-snug font-semibold" {...inLanguage(story.language)}>
          <StoryLink story={story} />
        </h3>
        <Facts story={story} />
      </div>
      {story.cover && (
        <Photo picture={story.cover} sizes="auto, 6rem" className="aspect-3/2 w-24 self-start max-xs:w-20" />
      )}
    </article>
  )
}
