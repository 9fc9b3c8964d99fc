import type { NoteReply, ReviewNote } from '#contract/articles/review.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'
import { type ReplyDraft, ReplyForm, isUnsent } from './reply-form.tsx'

type Props = {
  note: ReviewNote
  readOnly: boolean
  draft: ReplyDraft | undefined
  onDraft(draft: ReplyDraft | undefined): void
  onFind(quote: string): void
  onResolve(resolved: boolean): void
  onDelete(): void
  /** Rejects when it fails. `id` is the same for every attempt. */
  onReply(reply: { id: string; text: string }): Promise<void>
  onDeleteReply(reply: NoteReply): void
}

export function NoteCard({
  note,
  readOnly,
  draft,
  onDraft,
  onFind,
  onResolve,
  onDelete,
  onReply,
  onDeleteReply,
}: Props) {
  const { quote, text, by, createdAt, resolvedAt, resolvedBy, mine, replies } = note
  const isResolved = resolvedAt !== null
  return (
    <li className="rounded-md border border-gray-200 p-3 text-sm">
      <Byline name={by?.name} at={createdAt}>
        {isResolved && <Badge tone="primary">Resolved</Badge>}
      </Byline>
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
      <NoteBody text={text} />
      {replies.length > 0 && (
        <ol aria-label="Replies" className="mt-3 grid grid-cols-1 gap-3 border-s-2 border-gray-200 ps-3">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Byline name={reply.by?.name} at={reply.createdAt} />
              <NoteBody text={reply.text} />
              {reply.mine && !readOnly && (
                <Button tone="plain" size="sm" className="-ms-2" onClick={() => onDeleteReply(reply)}>
                  Delete reply
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {isResolved && resolvedBy && (
        <p className="mt-2 text-gray-600">
          Resolved by <bdi>{resolvedBy.name}</bdi>, <Time at={resolvedAt} />
        </p>
      )}
      {!readOnly && (
        <>
          <div className="mt-2 -ms-2 flex flex-wrap gap-1">
            <Button tone="plain" size="sm" onClick={() => onResolve(!isResolved)}>
              <Icon name={isResolved ? 'undo-2' : 'check'} size={16} />
              {isResolved ? 'Reopen' : 'Resolve'}
            </Button>
            {/* A note with replies stays on record. */}
            {mine && replies.length === 0 && (
              <Button tone="plain" size="sm" onClick={onDelete}>
                Delete
              </Button>
            )}
          </div>
          {(!isResolved || isUnsent(draft)) && (
            <ReplyForm to={by?.name ?? 'this note'} draft={draft} onDraft={onDraft} onReply={onReply} />
          )}
        </>
      )}
    </li>
  )
}

type BylineProps = { name: string | undefined; at: string; children?: React.ReactNode }

function Byline({ name = 'Unknown user', at, children }: BylineProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-gray-600">
      <bdi className="font-medium text-gray-900">{name}</bdi>
      <Time at={at} />
      {children}
    </p>
  )
}

function NoteBody({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line text-gray-900">
      {text}
    </p>
  )
}
