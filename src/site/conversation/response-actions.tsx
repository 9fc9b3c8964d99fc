import { useEffect, useMemo, useState } from 'react'
import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { useApi } from '#site/page.ts'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { useConversation } from './context.ts'
import { LikeButton } from './like-button.tsx'
import { createLikeState } from './like-state.ts'
import { lazyComponent } from './lazy-component.tsx'
import { responsePath } from './location.ts'
import { showError } from './show-error.ts'
import { patched } from './state.ts'

type Props = { response: StoryResponse; name: string; onReply(handle: string | null): void; onEdit(): void }

const look =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-3 text-sm text-gray-600 transition-colors hover:bg-gray-100 hover:text-gray-900 pointer-fine:min-h-9'

/** The menu loads when it is first opened. */
export function ResponseActions({ response, name, onReply, onEdit }: Props) {
  const { id, author, parent, can } = response
  const { viewer, story } = useConversation()
  // A visitor can start a reply and is asked to sign in.
  const mayReply = can.reply || (viewer === null && story.takesResponses)
  return (
    <div className="-ms-3 mt-1 flex flex-wrap items-center gap-1">
      <ResponseLike response={response} name={name} />
      {mayReply && (
        <button
          type="button"
          aria-label={`Reply to ${name}`}
          className={`${look} noscript:hidden`}
          onClick={() => onReply(parent === null ? null : (author?.handle ?? null))}
        >
          <Icon name="reply" size={16} />
          Reply
        </button>
      )}
      <More key={id} response={response} name={name} onEdit={onEdit} />
    </div>
  )
}

function ResponseLike({ response: { id, liked, likes }, name }: { response: StoryResponse; name: string }) {
  const api = useApi()
  const { path, change } = useConversation()
  const given = useMemo(() => ({ liked, likes }), [liked, likes])
  const [like] = useState(() => createLikeState(given))
  useEffect(() => like.adopt(given), [like, given])

  async function toggle() {
    try {
      await like.toggle((wanted) =>
        api(wanted ? 'PUT /api/responses/{id}/like' : 'DELETE /api/responses/{id}/like', { params: { id } }),
      )
      change((state) => patched(state, id, like.get()))
    } catch (error) {
      await showError(like.get().liked ? 'Couldn’t remove your like' : 'Couldn’t like this response', error)
    }
  }

  return (
    <LikeButton
      like={like}
      given={given}
      what={`the response by ${name}`}
      path={responsePath(path, id)}
      look={look}
      size={16}
      onToggle={() => void toggle()}
    />
  )
}

const Menu = lazyComponent(
  async () => (await import('./response-menu.tsx')).ResponseMenu,
  <span className="inline-grid size-11 place-items-center pointer-fine:size-9">
    <Icon name="ellipsis" size={18} className="animate-breathe" />
  </span>,
)

function More({ response, name, onEdit }: Pick<Props, 'response' | 'name' | 'onEdit'>) {
  const [asked, setAsked] = useState(false)
  if (asked) return <Menu response={response} name={name} onEdit={onEdit} />
  return (
    <IconButton
      label={`More options for the response by ${name}`}
      aria-haspopup="menu"
      className="noscript:hidden pointer-fine:size-9"
      onClick={() => setAsked(true)}
    >
      <Icon name="ellipsis" size={18} />
    </IconButton>
  )
}
