import type { Reply } from '#contract/endpoints.ts'
import { useShell } from '#site/page.ts'
import { useCardKeys } from '#site/infinite-list/use-card-keys.ts'
import { StoryList } from '#site/stories/story-list.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { SuggestedCreators } from './suggested-creators.tsx'
import { Featured } from './featured.tsx'
import { SectionTitle } from './section-title.tsx'
import { CategoryList } from './category-list.tsx'
import { Trending } from './trending.tsx'

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
        <aside aria-label="More to read" className="grid content-start gap-12">
          <CategoryList categories={categories} />
          <SuggestedCreators people={creators} />
        </aside>
      </div>
    </div>
  )
}

function Welcome() {
  const { site } = useShell()
  return (
    <section className="border-b border-gray-200 py-12 sm:py-16">
      <h1 className="max-w-3xl font-serif text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        {site.tagline || site.name}
      </h1>
      <p className="mt-4 max-w-xl text-md text-gray-600">
        Stories by people who know their subject and take the time to say it well. Read freely; write when you are
        ready.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink to="/latest">Start reading</ButtonLink>
        <ButtonLink to="/auth/newsignup" tone="quiet">
          Write with us
        </ButtonLink>
      </div>
    </section>
  )
}
