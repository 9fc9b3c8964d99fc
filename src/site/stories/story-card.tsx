import type { ReactNode } from 'react'
import type { StoryCard as Story } from '#contract/reading.ts'
import { SaveButton } from '#site/bookmarks/save-button.tsx'
import { Avatar } from '#site/ui/avatar.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { Time } from '#site/ui/time.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Link } from '#site/ui/link.tsx'

type Props = {
  story: Story
  headingLevel?: 'h2' | 'h3'
  /** The reason for a recommendation. */
  why?: ReactNode
  /** Actions at the bottom of the card. */
  foot?: ReactNode
}

/** A story in a list. The whole card is one link; other controls are layered above it. */
export function StoryCard({ story, headingLevel: Heading = 'h3', why, foot }: Props) {
  return (
    <article
      className={`group relative flex gap-5 border-b border-gray-200 sm:gap-8 ${foot ? 'flex-wrap gap-y-2! pt-6 pb-3' : 'py-7'}`}
    >
      <div className="min-w-0 flex-1">
        {why && <p className="mb-2 text-sm text-gray-500">{why}</p>}
        <Byline story={story} />
        <div {...inLanguage(story.language)}>
          <Heading className="mt-2 font-serif text-lg leading-snug font-semibold text-gray-900 sm:text-xl">
            <StoryLink story={story} />
          </Heading>
          <p className="mt-1 line-clamp-2 text-gray-600">{story.subtitle || story.excerpt}</p>
        </div>
        <Facts story={story} saves={!foot} />
      </div>
      {story.cover && (
        <Photo
          picture={story.cover}
          sizes="auto, (min-width: 48rem) 12rem, (min-width: 40rem) 10rem, 6rem"
          className="aspect-3/2 w-24 self-center max-xs:w-20 sm:w-40 md:w-48"
        />
      )}
      {foot && <div className="relative z-10 basis-full">{foot}</div>}
    </article>
  )
}

/** The title link, stretched over its card. */
export function StoryLink({ story }: { story: Story }) {
  return (
    <Link
      to={`/story/${story.slug}`}
      viewTransition
      data-card=""
      className="underline-offset-4 group-hover:underline group-hover:decoration-gray-300 after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-primary-600"
    >
      {story.title}
    </Link>
  )
}

export function Byline({ story: { author, category } }: { story: Story }) {
  return (
    <p className="flex items-center gap-2 text-sm text-gray-600">
      <Avatar name={author.name} src={author.avatar?.src ?? null} size={24} />
      <span className="min-w-0 truncate">
        <Link
          to={`/user/${author.handle}`}
          viewTransition
          className="relative z-10 font-medium text-gray-800 hover:underline"
          dir="auto"
        >
          {author.name}
        </Link>
        {category && (
          <>
            {' in '}
            <Link
              to={`/category/${category.slug}`}
              viewTransition
              className="relative z-10 font-medium text-gray-800 hover:underline"
            >
              {category.name}
            </Link>
          </>
        )}
      </span>
    </p>
  )
}

/** Metadata at the bottom of a card, with the save button. The tag is shown where it fits in the same line. */
export function Facts({ story, saves = true }: { story: Story; saves?: boolean }) {
  const { publishedAt, readingMinutes, tag, forMembers } = story
  return (
    <div className="@container mt-3 flex items-center gap-2 text-sm text-gray-600">
      <p
        className={`flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 ${forMembers ? '@min-[26rem]:flex-nowrap' : '@min-[20rem]:flex-nowrap'}`}
      >
        {forMembers && <ForMembers />}
        <span className="shrink-0">{readingMinutes} min read</span>
        {/* Last at the start of the row, with the width of a date, so that nothing shifts or wraps when it becomes “12 h ago”. */}
        <Time at={publishedAt} className="min-w-22 shrink-0" />
        {tag && (
          <Link
            to={`/tag/${encodeURIComponent(tag.slug)}`}
            viewTransition
            dir="auto"
            className={`relative z-10 ms-auto hidden max-w-[35%] truncate rounded-full bg-gray-100 px-2.5 py-0.5 hover:bg-gray-200 ${forMembers ? '@min-[26rem]:block' : '@min-[20rem]:block'}`}
          >
            {tag.name}
          </Link>
        )}
      </p>
      {saves && <SaveButton story={story} />}
    </div>
  )
}

/** The members-only badge. */
export function ForMembers() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 font-medium text-primary-800">
      <Icon name="star" size={14} />
      Members
    </span>
  )
}
