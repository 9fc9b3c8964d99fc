import type { CaseDetail as Detail, ModerationCase } from '#contract/moderation/moderation.ts'
import type { PersonCard } from '#contract/people.ts'
import { listUrl } from '#site/admin/list/list-address.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Link } from '#site/ui/link.tsx'
import { CaseDetail } from './case-detail.tsx'
import { stateNames } from './labels.ts'
import { storyPath } from './story-path.ts'

export const path = '/admin/responses'
const EXCERPT = 280

/** The address that opens the details of a row, or closes them. */
export function detailUrl(query: Readonly<Record<string, string>>, id: string, openId: string | undefined) {
  return listUrl(path, query, { before: query['before'] ?? null, case: id === openId ? null : id })
}

export function panelOf(detail: Detail | null) {
  return detail && { id: detail.id, content: <CaseDetail key={detail.id} detail={detail} /> }
}

/** The start of a text: the whole one is in the details. */
export function Excerpt({ text }: { text: string }) {
  const characters = [...text]
  return (
    <span dir="auto" className="line-clamp-4 min-w-48 font-normal wrap-anywhere">
      {characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : text}
    </span>
  )
}

export function PersonCell({ person: { name, handle } }: { person: PersonCard }) {
  return (
    <Link to={`/user/${handle}`} className="block min-w-20 text-gray-900 wrap-anywhere hover:underline">
      <bdi>{name}</bdi>
    </Link>
  )
}

export function StateBadge({ state }: { state: string }) {
  const isWarning = state === 'held' || state === 'hidden' || state === 'removed'
  return <Badge tone={isWarning ? 'warning' : 'neutral'}>{stateNames[state] ?? state}</Badge>
}

export function StoryCell({ row }: { row: Pick<ModerationCase, 'id' | 'story'> }) {
  if (!row.story) return '–'
  return (
    <Link to={storyPath(row)} className="block min-w-28 underline underline-offset-2 wrap-anywhere hover:text-gray-900">
      <bdi>{row.story.title || 'Untitled'}</bdi>
    </Link>
  )
}
