import './story.css'
import { Link } from 'react-router'
import type { Story } from '#contract/reading.ts'
import type { Head, HeadArgs } from '#site/page.ts'
import { usePageData } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { Time } from '#site/ui/time.tsx'
import { HTML_ID } from '#site/wire.ts'
import { AuthorCard } from './author-card.tsx'
import { inLanguage } from './direction.ts'
import { playing } from './play.ts'
import { Responses } from './responses.tsx'
import type { storyData } from './story-data.ts'
import { TagList } from './tag-list.tsx'

export function head({ data: { story }, site }: HeadArgs<Awaited<ReturnType<typeof storyData>>>): Head {
  return {
    title: `${story.seoTitle || story.title} · ${site.name}`,
    description: story.seoDescription || story.subtitle || story.excerpt,
    canonical: story.canonical,
    type: 'article',
  }
}

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

function StoryHeader({ story }: { story: Story }) {
  const authors = [story.author, ...story.coAuthors]
  return (
    <header className="mx-auto max-w-reading pt-10 sm:pt-16">
      {story.category && (
        <Link
          to={`/category/${story.category.slug}`}
          viewTransition
          className="text-sm font-semibold text-primary-700 hover:underline"
        >
          {story.category.name}
        </Link>
      )}
      <div {...inLanguage(story.language)}>
        <h1 className="mt-3 font-serif text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
          {story.title}
        </h1>
        {story.subtitle && <p className="mt-4 text-lg leading-normal text-pretty text-gray-600">{story.subtitle}</p>}
      </div>
      <div className="mt-7 flex items-center gap-3">
        <span className="flex -space-x-2 rtl:space-x-reverse">
          {authors.map(({ id, name, avatar }) => (
            <Avatar key={id} name={name} src={avatar?.src ?? null} size={48} />
          ))}
        </span>
        <div className="min-w-0 text-sm">
          <p className="font-medium">
            {authors.map(({ id, handle, name }, index) => (
              <span key={id} dir="auto">
                {index > 0 && ' and '}
                <Link to={`/user/${handle}`} viewTransition className="hover:underline">
                  {name}
                </Link>
              </span>
            ))}
          </p>
          <p className="text-gray-600">
            <Time at={story.publishedAt} /> · {story.readingMinutes} min read
          </p>
        </div>
      </div>
    </header>
  )
}
