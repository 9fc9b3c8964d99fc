import { Link } from 'react-router'
import type { Story } from '#contract/reading.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Time } from '#site/ui/time.tsx'
import { inLanguage } from './direction.ts'

type Shown = 'category' | 'language' | 'title' | 'subtitle' | 'author' | 'coAuthors' | 'publishedAt' | 'readingMinutes'

/** Above the text, for readers and in previews. */
export function StoryHeader({ story }: { story: Pick<Story, Shown> }) {
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
        <h1 className="mt-3 font-serif text-2xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-3xl">
          {story.title}
        </h1>
        {story.subtitle && (
          <p className="mt-4 text-lg leading-normal text-pretty wrap-anywhere text-gray-600">{story.subtitle}</p>
        )}
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
