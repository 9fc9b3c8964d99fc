import type { SmallCard as Card } from '#site/reading/story-data.ts'
import { NextCard, SmallCard } from './small-card.tsx'

type Props = { beside: { related: Card[]; byAuthor: Card[]; next: Card | null }; author: string }

/** Related stories at the end. */
export function RelatedStories({ beside: { related, byAuthor, next }, author }: Props) {
  return (
    <div className="no-print">
      {next && <NextCard card={next} />}
      <Shelf id="by-author" title={`More from ${author}`} cards={byAuthor} />
      <Shelf id="related" title="Related" cards={related} />
    </div>
  )
}

function Shelf({ id, title, cards }: { id: string; title: string; cards: Card[] }) {
  if (cards.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} dir="auto" className="font-serif text-xl font-semibold">
        {title}
      </h2>
      <ul className="mt-5 grid grid-cols-1 gap-x-10 gap-y-7 sm:grid-cols-2">
        {cards.map((card) => (
          <SmallCard key={card.slug} card={card} />
        ))}
      </ul>
    </section>
  )
}
