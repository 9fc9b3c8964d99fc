import type { Reply } from '#contract/endpoints.ts'
import { useCardKeys } from '#site/infinite-list/use-card-keys.ts'
import { StoryList } from '#site/reading/story-list.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { CreatorsToRead } from './creators-to-read.tsx'
import { Featured } from './featured.tsx'
import { SectionTitle } from './section-title.tsx'
import { Shelves } from './shelves.tsx'
import { Trending } from './trending.tsx'
import { Welcome } from './welcome.tsx'

/** The front page, for whoever is not signed in. */
export function VisitorHome({ home }: { home: Reply<'GET /api/home'> }) {
  const { featured, trending, latest, categories, creators } = home
  useCardKeys()
  return (
    <div className="mx-auto max-w-page px-5">
      <Welcome />
      <Featured stories={featured} />
      {trending.length > 0 && (
        <div className="mt-14 border-y border-gray-200 py-10">
          <Trending stories={trending} wide />
        </div>
      )}
      <div className="mt-14 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <section aria-labelledby="latest">
          <SectionTitle id="latest">Latest</SectionTitle>
          <StoryList stories={latest} />
          {latest.length > 0 && (
            <ButtonLink to="/latest" tone="quiet" className="mt-8">
              All stories
            </ButtonLink>
          )}
        </section>
        <aside aria-label="Where to go on" className="grid content-start gap-12">
          <Shelves categories={categories} />
          <CreatorsToRead people={creators} />
        </aside>
      </div>
    </div>
  )
}
