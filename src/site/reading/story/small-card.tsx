import { SaveButton } from '#site/bookmarks/save-button.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'
import type { SmallCard as Card } from '#site/reading/story-data.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { Link } from '#site/ui/link.tsx'

const stretched =
  'underline-offset-4 group-hover:underline group-hover:decoration-gray-300 after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-primary-600'

/** A small story card; the title link covers the card. */
export function SmallCard({ card }: { card: Card }) {
  return (
    <li className="group relative flex gap-4">
      <div className="min-w-0 flex-1">
        <h3
          className="line-clamp-3 font-serif text-md leading-snug font-semibold wrap-anywhere"
          {...inLanguage(card.language)}
        >
          <Link to={`/story/${card.slug}`} viewTransition className={stretched}>
            {card.title}
          </Link>
        </h3>
        <Facts card={card} />
      </div>
      {card.cover && <Photo picture={card.cover} sizes="auto, 6rem" className="aspect-3/2 w-24 self-start" />}
    </li>
  )
}

/** The next story, as a large card. */
export function NextCard({ card }: { card: Card }) {
  return (
    <section
      aria-label="Next story"
      className="group relative mt-12 grid gap-6 overflow-hidden rounded-lg bg-gray-50 p-6 sm:grid-cols-[1fr_16rem] sm:items-center sm:p-8"
    >
      <div className="min-w-0">
        <p className="text-sm font-semibold text-primary-700">Next</p>
        <div {...inLanguage(card.language)}>
          <h2 className="mt-1 font-serif text-xl font-semibold wrap-anywhere sm:text-2xl">
            <Link to={`/story/${card.slug}`} viewTransition className={stretched}>
              {card.title}
            </Link>
          </h2>
          {card.subtitle && <p className="mt-2 line-clamp-2 wrap-anywhere text-gray-600">{card.subtitle}</p>}
        </div>
        <Facts card={card} />
      </div>
      {card.cover && (
        <Photo
          picture={card.cover}
          sizes="auto, (min-width: 40rem) 16rem, calc(100vw - 5.5rem)"
          className="aspect-3/2 w-full max-sm:order-first"
        />
      )}
    </section>
  )
}

function Facts({ card }: { card: Card }) {
  const { author, readingMinutes, forMembers } = card
  return (
    <div className="mt-2 flex items-center gap-2 text-sm text-gray-600">
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="auto">{author}</span>
        <span aria-hidden>·</span>
        <span>{readingMinutes} min read</span>
        {forMembers && <Badge tone="primary">For members</Badge>}
      </p>
      <SaveButton story={card} />
    </div>
  )
}
