import type { DeskItem } from '#contract/articles/desk.ts'
import { Badge } from '#site/ui/badge.tsx'
import { readRatio } from '#site/analytics/story-measures.ts'
import { formatCompact, formatWholeShare } from '#site/charts/format-figures.ts'
import { Icon } from '#site/ui/icon.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { AbsoluteTime } from './absolute-time.tsx'
import { noteLabelOf, stateLabels } from '#site/stories/article-labels.ts'

const TRASH_MS = 30 * 24 * 3600 * 1000

export function DeskRowSummary({ item }: { item: DeskItem }) {
  const { state, changed, updateAsked, featured, words, readingMinutes } = item
  const { name, tone } = stateLabels[state]
  const noted = noteLabelOf(item)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-gray-600">
      <Badge tone={tone}>{name}</Badge>
      {updateAsked && <Badge tone="warning">Changes in review</Badge>}
      {changed && !updateAsked && state === 'published' && <Badge>Unpublished changes</Badge>}
      {noted && <Badge tone={noted.tone}>{noted.name}</Badge>}
      {featured && <Badge tone="primary">Featured</Badge>}
      <Moment item={item} />
      <span>
        {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'} · {readingMinutes} min
      </span>
      {state === 'published' && <Figures item={item} />}
    </div>
  )
}

function Moment({ item }: { item: DeskItem }) {
  const { state, scheduledFor, trashedAt, updateAsked, waitingSince, savedAt } = item
  if (state === 'scheduled' && scheduledFor)
    return (
      <span className="font-medium text-gray-800">
        Publishes <AbsoluteTime at={scheduledFor} />
      </span>
    )
  if (state === 'trashed' && trashedAt)
    return (
      <span>
        Will be deleted on <AbsoluteTime dateOnly at={new Date(Date.parse(trashedAt) + TRASH_MS).toISOString()} />
      </span>
    )
  if (waitingSince && (state === 'in-review' || updateAsked))
    return (
      <span>
        Submitted <Time at={waitingSince} />
      </span>
    )
  return (
    <span>
      Last edited <Time at={savedAt} />
    </span>
  )
}

function Figures({ item: { id, likes, responses, views, reads } }: { item: DeskItem }) {
  return (
    <>
      <TextLink quiet to={`/articles/analytics/${id}`} className="inline-flex min-h-6 items-center gap-1">
        <Icon name="chart-no-axes-column" size={16} label="Figures:" /> {countOf(views, 'view')} ·{' '}
        {countOf(reads, 'read')}
        {views > 0 && ` (${formatWholeShare(readRatio({ views, reads }))})`}
      </TextLink>
      <span className="inline-flex items-center gap-1">
        <Icon name="heart" size={16} label="Likes:" /> {likes.toLocaleString('en')}
      </span>
      <span className="inline-flex items-center gap-1">
        <Icon name="message-circle" size={16} label="Responses:" /> {responses.toLocaleString('en')}
      </span>
    </>
  )
}

function countOf(count: number, unit: string) {
  return `${formatCompact(count)} ${count === 1 ? unit : `${unit}s`}`
}
