import type { ReviewNote } from '#contract/articles/review.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'

type Props = {
  note: ReviewNote
  readOnly: boolean
  onFind(quote: string): void
  onResolve(resolved: boolean): void
  onDelete(): void
}

export function NoteCard({ note, readOnly, onFind, onResolve, onDelete }: Props) {
  const { quote, text, by, createdAt, resolvedAt, mine } = note
  const isResolved = resolvedAt !== null
  return (
    <li className="rounded-md border border-gray-200 p-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 text-gray-600">
        <bdi className="font-medium text-gray-900">{by?.name ?? 'Unknown user'}</bdi>
        <Time at={createdAt} />
        {isResolved && <Badge tone="primary">Resolved</Badge>}
      </p>
      {quote && (
        <button
          type="button"
          title="Show in the text"
          onClick={() => onFind(quote)}
          className="mt-2 block w-full border-s-2 border-warning-200 bg-warning-50 px-3 py-1.5 text-start font-serif text-gray-700 hover:bg-warning-200/50"
        >
          <span className="sr-only">Show in the text: </span>
          <span dir="auto" className="line-clamp-3 wrap-anywhere">
            {quote}
          </span>
        </button>
      )}
      <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line text-gray-900">
        {text}
      </p>
      {!readOnly && (
        <div className="mt-2 -ml-2 flex gap-1">
          <Button tone="plain" size="sm" onClick={() => onResolve(!isResolved)}>
            <Icon name={isResolved ? 'undo-2' : 'check'} size={16} />
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
          {mine && (
            <Button tone="plain" size="sm" onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
