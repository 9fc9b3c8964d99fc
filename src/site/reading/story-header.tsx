import type { ReactNode } from 'react'
import type { Story } from '#contract/reading.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Time } from '#site/ui/time.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Link } from '#site/ui/link.tsx'

type Shown = 'category' | 'language' | 'title' | 'subtitle' | 'author' | 'coAuthors' | 'publishedAt' | 'readingMinutes'

type Props = {
  story: Pick<Story, Shown> & Partial<Pick<Story, 'updatedAt' | 'forMembers'>>
  /** Actions at the end of the byline. */
  actions?: ReactNode
}

/** The header of a story, also used by previews. */
export function StoryHeader({ story, actions }: Props) {
  const authors = [story.author, ...story.coAuthors]
  return (
    <header className="mx-auto max-w-reading pt-10 sm:pt-16">
      {(story.category || story.forMembers) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {story.category && (
            <Link
              to={`/category/${story.category.slug}`}
              viewTransition
              className="font-semibold text-primary-700 hover:underline"
            >
              {story.category.name}
            </Link>
          )}
          {story.forMembers && <Badge tone="primary">For members</Badge>}
        </p>
      )}
      <div {...inLanguage(story.language)}>
        <h1
          dir="auto"
          className="mt-3 font-serif text-2xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-3xl"
        >
          {story.title}
        </h1>
        {story.subtitle && (
          <p dir="auto" className="mt-4 text-lg leading-normal text-pretty wrap-anywhere text-gray-600">
            {story.subtitle}
          </p>
        )}
      </div>
      <div className="mt-7 flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="flex -space-x-2 rtl:space-x-reverse">
          {authors.map(({ id, name, avatar }) => (
            <Avatar key={id} name={name} src={avatar?.src ?? null} size={48} />
          ))}
        </span>
        <div className="min-w-40 flex-1 text-sm">
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
          {/* The time is last: its text changes after hydration. */}
          <p className="text-gray-600">
            {story.readingMinutes} min read · <Time at={story.publishedAt} className="print:hidden" />
            <time dateTime={story.publishedAt} className="hidden print:inline">
              {printedDate(story.publishedAt)}
            </time>
          </p>
          {changedLater(story) && story.updatedAt && (
            <p className="text-gray-600">
              Updated <Time at={story.updatedAt} />
            </p>
          )}
        </div>
        {actions}
      </div>
    </header>
  )
}

// Creating a formatter is slow.
let printedFormat: Intl.DateTimeFormat | undefined

/** “2 h ago” means nothing on paper. In UTC, because the server renders it as well. */
function printedDate(at: string) {
  printedFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return printedFormat.format(new Date(at))
}

const DAY = 24 * 3600_000

/** Updates on the day of publication are not shown. */
function changedLater({ updatedAt, publishedAt }: { updatedAt?: string | undefined; publishedAt: string }) {
  return updatedAt !== undefined && Date.parse(updatedAt) - Date.parse(publishedAt) > DAY
}
