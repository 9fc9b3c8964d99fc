import type { RevisionCard, RevisionKind } from '#contract/articles/revisions.ts'
import { Badge } from '#site/ui/badge.tsx'
import type { ListedRevision } from './revision-source.ts'

const kinds: Record<RevisionKind, { name: string; tone: 'neutral' | 'primary' | 'warning' }> = {
  saved: { name: 'Saved', tone: 'neutral' },
  submitted: { name: 'Submitted', tone: 'warning' },
  published: { name: 'Published', tone: 'primary' },
  restored: { name: 'Restored', tone: 'neutral' },
}

type Props = { revisions: readonly ListedRevision[]; shown: string | null; onShow(id: string): void }

/** Versions grouped by day, newest first. */
export function RevisionList({ revisions, shown, onShow }: Props) {
  return groupByDay(revisions).map(({ day, items }) => (
    <section key={day} aria-label={day}>
      <h3 className="sticky top-0 bg-white px-3 py-2 text-sm font-medium text-gray-600">{day}</h3>
      <ul>
        {items.map(({ id, kind, savedAt, savedBy, words, note }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={shown === id}
              onClick={() => onShow(id)}
              className="flex w-full flex-col gap-0.5 rounded-md px-3 py-2 text-start text-sm hover:bg-gray-100 aria-pressed:bg-primary-50"
            >
              <span className="flex items-center justify-between gap-2">
                <time dateTime={savedAt} className="font-medium tabular-nums">
                  {formatTime(savedAt)}
                </time>
                <Badge tone={kinds[kind].tone}>{kinds[kind].name}</Badge>
              </span>
              <span className="truncate text-gray-600">
                {savedBy && <bdi>{savedBy.name} · </bdi>}
                {words.toLocaleString('en')} words
              </span>
              {note && (
                <span className="wrap-anywhere text-gray-800" dir="auto">
                  {note}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function groupByDay(revisions: readonly ListedRevision[]) {
  const days: { day: string; items: ListedRevision[] }[] = []
  for (const revision of revisions) {
    const day = formatDay(revision.savedAt)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(revision)
    else days.push({ day, items: [revision] })
  }
  return days
}

function formatDay(at: string) {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(at),
  )
}

function formatTime(at: string) {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
}

export function formatRevision({ savedAt, kind }: RevisionCard) {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(new Date(savedAt))
  return `${day}, ${formatTime(savedAt)} (${kinds[kind].name.toLowerCase()})`
}
