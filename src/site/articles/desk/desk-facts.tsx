import { Link } from 'react-router'
import type { DeskItem } from '#contract/articles.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'
import { When } from './when.tsx'
import { stateWords } from './words.ts'

const TRASH_MS = 30 * 24 * 3600 * 1000

/** Where it stands, when it changed, how long it is and what readers made of it. */
export function DeskFacts({ item, everybody }: { item: DeskItem; everybody: boolean }) {
  const { state, changed, updateAsked, featured, author, words, readingMinutes } = item
  const { name, tone } = stateWords[state]
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-gray-600">
      <Badge tone={tone}>{name}</Badge>
      {updateAsked && <Badge tone="warning">Changes in review</Badge>}
      {changed && !updateAsked && state === 'published' && <Badge>Unpublished changes</Badge>}
      {featured && <Badge tone="primary">Featured</Badge>}
      {everybody && (
        <Link
          to={`/admin/articles?${new URLSearchParams({ state, author: author.handle }).toString()}`}
          viewTransition
          dir="auto"
          className="relative z-10 inline-flex min-h-6 min-w-6 items-center font-medium text-gray-800 hover:underline"
        >
          {author.name}
        </Link>
      )}
      <Moment item={item} everybody={everybody} />
      <span>
        {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'} · {readingMinutes} min
      </span>
      {state === 'published' && <Figures item={item} />}
    </div>
  )
}

function Moment({ item, everybody }: { item: DeskItem; everybody: boolean }) {
  const { state, scheduledFor, trashedAt, updateAsked, waitingSince, savedAt } = item
  if (state === 'scheduled' && scheduledFor)
    return (
      <span className="font-medium text-gray-800">
        Goes out <When at={scheduledFor} />
      </span>
    )
  if (state === 'trashed' && trashedAt)
    return (
      <span>
        Kept until <When dateOnly at={new Date(Date.parse(trashedAt) + TRASH_MS).toISOString()} />
      </span>
    )
  if (waitingSince && (state === 'in-review' || updateAsked))
    return (
      <span className={everybody ? 'font-medium text-gray-800' : ''}>
        Submitted <Time at={waitingSince} />
      </span>
    )
  return (
    <span>
      Last change <Time at={savedAt} />
    </span>
  )
}

function Figures({ item: { likes, responses } }: { item: DeskItem }) {
  return (
    <>
      <span className="inline-flex items-center gap-1">
        <Icon name="heart" size={16} label="Likes:" /> {likes.toLocaleString('en')}
      </span>
      <span className="inline-flex items-center gap-1">
        <Icon name="message-circle" size={16} label="Responses:" /> {responses.toLocaleString('en')}
      </span>
    </>
  )
}
