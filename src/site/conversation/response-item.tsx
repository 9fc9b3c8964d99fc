import { memo, useState } from 'react'
import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Time } from '#site/ui/time.tsx'
import { useConversation } from './context.ts'
import { EditForm } from './edit-form.tsx'
import { ResponseActions } from './response-actions.tsx'
import { ResponseText } from './response-text.tsx'
import { responseElementId, responsePath } from './location.ts'
import { ModerationNotice } from './moderation-notice.tsx'
import { Link } from '#site/ui/link.tsx'

type Props = { response: StoryResponse; onReply(handle: string | null): void }

/** A response, or the tombstone of a deleted one. */
export const ResponseItem = memo(function Entry({ response, onReply }: Props) {
  const { at } = useConversation()
  const [editing, setEditing] = useState(false)
  const { id, author, state, pieces } = response
  const look = `-mx-3 rounded-md px-3 py-2 ${at === id ? 'bg-primary-50 ring-1 ring-primary-200' : ''}`
  if (!author || state === 'deleted')
    return (
      <article id={responseElementId(id)} tabIndex={-1} aria-label="Deleted response" className={look}>
        <p className="text-gray-600 italic">
          {state === 'hidden' ? 'This response was hidden.' : 'This response was deleted.'}
        </p>
      </article>
    )
  return (
    <article
      id={responseElementId(id)}
      tabIndex={-1}
      aria-label={`${response.parent ? 'Reply' : 'Response'} by ${author.name}`}
      className={look}
    >
      <Head response={response} author={author} />
      <ModerationNotice response={response} />
      {editing ? (
        <EditForm response={response} onDone={() => setEditing(false)} />
      ) : (
        <>
          <ResponseText pieces={pieces} />
          <ResponseActions response={response} name={author.name} onReply={onReply} onEdit={() => setEditing(true)} />
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
          {/* `target` disables preloading, which would fetch the page for every response the pointer passes. */}
          <Link to={responsePath(path, id)} target="_self" className="inline-flex min-h-6 items-center hover:underline">
            <Time at={createdAt} />
          </Link>
        </p>
      </div>
    </header>
  )
}
