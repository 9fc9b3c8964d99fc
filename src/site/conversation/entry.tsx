import { memo, useState } from 'react'
import { Link } from 'react-router'
import type { StoryResponse } from '#contract/conversation.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Time } from '#site/ui/time.tsx'
import { useConversation } from './context.ts'
import { EditForm } from './edit-form.tsx'
import { EntryActions } from './entry-actions.tsx'
import { Pieces } from './pieces.tsx'
import { idOfResponse, pathOfResponse } from './place.ts'
import { StateLine } from './state-line.tsx'

type Props = { response: StoryResponse; onReply(handle: string | null): void }

/** One response, or the place that a deleted one has left. */
export const Entry = memo(function Entry({ response, onReply }: Props) {
  const { at } = useConversation()
  const [editing, setEditing] = useState(false)
  const { id, author, state, pieces } = response
  const look = `-mx-3 rounded-md px-3 py-2 ${at === id ? 'bg-primary-50 ring-1 ring-primary-200' : ''}`
  if (!author || state === 'deleted')
    return (
      <article id={idOfResponse(id)} tabIndex={-1} aria-label="Deleted response" className={look}>
        <p className="text-gray-600 italic">
          {state === 'hidden' ? 'This response was hidden.' : 'This response was deleted.'}
        </p>
      </article>
    )
  return (
    <article
      id={idOfResponse(id)}
      tabIndex={-1}
      aria-label={`${response.parent ? 'Reply' : 'Response'} by ${author.name}`}
      className={look}
    >
      <Head response={response} author={author} />
      <StateLine response={response} />
      {editing ? (
        <EditForm response={response} onDone={() => setEditing(false)} />
      ) : (
        <>
          <Pieces pieces={pieces} />
          <EntryActions response={response} name={author.name} onReply={onReply} onEdit={() => setEditing(true)} />
        </>
      )}
    </article>
  )
})

type HeadProps = { response: StoryResponse; author: NonNullable<StoryResponse['author']> }

function Head({ response: { id, byStoryAuthor, pinned, createdAt, editedAt }, author }: HeadProps) {
  const { path } = useConversation()
  return (
    <header className="flex items-center gap-2.5 text-sm">
      <Avatar name={author.name} src={author.avatar?.src ?? null} size={32} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link
            to={`/user/${author.handle}`}
            viewTransition
            className="inline-flex min-h-6 min-w-0 items-center font-medium hover:underline"
          >
            <bdi className="truncate">{author.name}</bdi>
          </Link>
          {byStoryAuthor && <Badge tone="primary">Author</Badge>}
          {pinned && <Badge>Pinned</Badge>}
        </p>
        <p className="text-gray-600">
          {editedAt && 'Edited · '}
          {/* The target: pointing at it must not fetch the page once more for each response that the pointer passes. */}
          <Link
            to={pathOfResponse(path, id)}
            target="_self"
            className="inline-flex min-h-6 items-center hover:underline"
          >
            <Time at={createdAt} />
          </Link>
        </p>
      </div>
    </header>
  )
}
