import type { StoryCard as Story } from '#contract/reading.ts'
import { Photo } from '#site/ui/photo.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Byline, Facts, StoryLink } from './story-card.tsx'

/** Featured stories in a row. */
export function FeaturedRow({ stories }: { stories: readonly Story[] }) {
  if (stories.length === 0) return null
  return (
    <section aria-labelledby="featured" className="mt-10">
      <h2 id="featured" className="text-sm font-semibold text-gray-600">
        Featured
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-x-8 gap-y-10 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {stories.map((story) => (
          <li key={story.id}>
            <Tile story={story} alone={stories.length === 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tile({ story, alone }: { story: Story; alone: boolean }) {
  return (
    <article className={`group relative ${alone ? 'sm:grid sm:grid-cols-2 sm:items-center sm:gap-8' : ''}`}>
      {story.cover && (
        <Photo
          picture={story.cover}
          sizes="auto, (min-width: 48rem) 22rem, (min-width: 40rem) 45vw, calc(100vw - 2.5rem)"
          className={`mb-4 aspect-3/2 w-full ${alone ? 'sm:mb-0' : ''}`}
        />
      )}
      <div className="min-w-0">
        <Byline story={{ ...story, category: null }} />
        <div {...inLanguage(story.language)}>
          <h3 className={`mt-2 font-serif leading-snug font-semibold ${alone ? 'text-xl' : 'text-lg'}`}>
            <StoryLink story={story} />
          </h3>
          {alone && <p className="mt-1 line-clamp-3 text-gray-600">{story.subtitle || story.excerpt}</p>}
        </div>
        <Facts story={story} />
      </div>
    </article>
  )
}
