import { Link } from 'react-router'
import type { Category, StoryCard as Story } from '#contract/reading.ts'
import type { Head, HeadArgs } from '#site/page.ts'
import { usePageData, useShell } from '#site/page.ts'
import { PersonRow } from '#site/people/person-row.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { inLanguage } from './direction.ts'
import type { homeData } from './home-data.ts'
import { Byline, Facts, StoryLink } from './story-card.tsx'
import { StoryList } from './story-list.tsx'

export function head({ site }: HeadArgs): Head {
  return {
    title: site.tagline ? `${site.name}: ${site.tagline}` : site.name,
    description: site.tagline,
    feeds: '/',
  }
}

export default function HomePage() {
  const { featured, latest, categories, creators } = usePageData<typeof homeData>()
  const [lead, ...others] = featured
  return (
    <div className="mx-auto max-w-page px-5">
      <Welcome />
      {lead && (
        <section aria-labelledby="featured">
          <SectionTitle id="featured">Featured</SectionTitle>
          <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
            <LeadStory story={lead} />
            <ul className="grid grid-cols-1 content-start gap-y-6 sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-1">
              {others.map((story) => (
                <li key={story.id}>
                  <SmallStory story={story} />
                </li>
              ))}
            </ul>
          </div>
        </section>
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
        <aside className="grid content-start gap-12">
          <Shelves categories={categories} />
          {creators.length > 0 && (
            <section aria-labelledby="creators">
              <SectionTitle id="creators">Creators</SectionTitle>
              <ul className="mt-3 grid grid-cols-1 gap-1">
                {creators.map((person) => (
                  <li key={person.id}>
                    <PersonRow person={person} />
                  </li>
                ))}
              </ul>
              <TextLink to="/creators" className="mt-3 inline-flex min-h-11 items-center text-sm">
                All creators
              </TextLink>
            </section>
          )}
        </aside>
      </div>
    </div>
  )
}

function Welcome() {
  const { site, viewer } = useShell()
  if (viewer) return <h1 className="sr-only">{site.name}</h1>
  return (
    <section className="border-b border-gray-200 py-14 sm:py-20">
      <h1 className="max-w-3xl font-serif text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        {site.tagline || site.name}
      </h1>
      <p className="mt-4 max-w-xl text-md text-gray-600">
        Stories by people who know their subject and take the time to say it well. Read freely; write when you are
        ready.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/latest">Start reading</ButtonLink>
        <ButtonLink to="/auth/newsignup" tone="quiet">
          Write with us
        </ButtonLink>
      </div>
    </section>
  )
}

function SectionTitle({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="pt-8 text-sm font-semibold text-gray-500">
      {children}
    </h2>
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
          className="aspect-3/2 w-full"
        />
      )}
      <div className="mt-4">
        <Byline story={story} />
      </div>
      <div {...inLanguage(story.language)}>
        <h3 className="mt-2 font-serif text-2xl font-semibold text-balance">
          <StoryLink story={story} />
        </h3>
        <p className="mt-2 text-md text-gray-600">{story.subtitle || story.excerpt}</p>
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

function Shelves({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0) return null
  return (
    <section aria-labelledby="categories">
      <SectionTitle id="categories">Categories</SectionTitle>
      <ul className="mt-3 flex flex-wrap gap-2">
        {categories.map(({ slug, name, stories }) => (
          <li key={slug}>
            <Link
              to={`/category/${slug}`}
              viewTransition
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-gray-100 px-4 text-sm hover:bg-gray-200 pointer-fine:min-h-9"
            >
              {name}
              <span className="text-gray-600 tabular-nums">{stories}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
