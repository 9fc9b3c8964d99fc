import { memo, useCallback, useEffect, useState } from 'react'
import type { StoryResponse, Thread } from '#contract/conversation/conversation.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { useConversation } from './context.ts'
import { readDraft } from './drafts.ts'
import { ResponseItem } from './response-item.tsx'
import { showError } from './show-error.ts'
import { withOwn, withReplies } from './state.ts'
import { LazyResponseForm } from './lazy-response-form.ts'

const REPLIES_PER_PAGE = 50

/** Uses content-visibility off screen, except while it contains a form. */
export const ThreadItem = memo(function ThreadItem({ thread }: { thread: Thread }) {
  const { response, replies } = thread
  const [writing, setWriting] = useState<{ to: string | null; nth: number } | null>(null)
  const { story, viewer, at } = useConversation()
  const viewerId = viewer?.id ?? null
  // Restores a saved reply after a reload.
  useEffect(() => {
    if (readDraft({ storyId: story.id, parent: response.id, viewerId })) setWriting({ to: null, nth: 0 })
  }, [story.id, response.id, viewerId])
  const onReply = useCallback(
    (handle: string | null) => setWriting((before) => ({ to: handle, nth: (before?.nth ?? 0) + 1 })),
    [],
  )
  // The linked reply may come after replies that are not loaded yet.
  const hasGap = replies.next !== null && replies.items.at(-1)?.id === at
  const beforeGap = hasGap ? replies.items.slice(0, -1) : replies.items
  const linked = hasGap ? replies.items.slice(-1) : []
  return (
    <li className="-mx-3 px-3 nth-[n+11]:[contain-intrinsic-block-size:auto_11rem] nth-[n+11]:[content-visibility:auto] nth-[n+11]:has-[textarea]:[content-visibility:visible]">
      <ResponseItem response={response} onReply={onReply} />
      {(replies.items.length > 0 || replies.next !== null || writing) && (
        <div className="mt-4 border-s border-gray-200 ps-4 sm:ms-4 sm:ps-6">
          <Replies items={beforeGap} onReply={onReply} />
          {replies.next !== null && <MoreReplies thread={thread} next={replies.next} />}
          <Replies items={linked} onReply={onReply} />
          {writing && <ReplyForm key={writing.nth} thread={thread} to={writing.to} onDone={() => setWriting(null)} />}
        </div>
      )}
    </li>
  )
})

function Replies({ items, onReply }: { items: StoryResponse[]; onReply(handle: string | null): void }) {
  if (items.length === 0) return null
  return (
    <ol aria-label="Replies" className="grid grid-cols-1 gap-5 not-first:mt-4">
      {items.map((reply) => (
        <li key={reply.id}>
          <ResponseItem response={reply} onReply={onReply} />
        </li>
      ))}
    </ol>
  )
}

function MoreReplies({ thread: { response, replies }, next }: { thread: Thread; next: string }) {
  const api = useApi()
  const { change, announce } = useConversation()
  const [busy, setBusy] = useState(false)
  const remaining = Math.max(1, response.replies - replies.items.length)

  async function show() {
    setBusy(true)
    try {
      const query = { before: next, limit: REPLIES_PER_PAGE }
      const page = await api('GET /api/responses/{id}/replies', { params: { id: response.id }, query })
      change((state) => withReplies(state, response.id, page))
      announce(`${page.items.length} more ${page.items.length === 1 ? 'reply' : 'replies'}.`)
    } catch (error) {
      await showError('Couldn’t load replies', error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <p className="not-first:mt-4">
      <Button tone="plain" size="sm" className="-ms-3.5 noscript:hidden" busy={busy} onClick={() => void show()}>
        {remaining === 1 ? 'Show 1 more reply' : `Show ${remaining.toLocaleString('en-GB')} more replies`}
      </Button>
    </p>
  )
}

function ReplyForm({ thread: { response }, to, onDone }: { thread: Thread; to: string | null; onDone(): void }) {
  const api = useApi()
  const { story, change, viewer } = useConversation()
  const name = response.author?.name
  return (
    <div className="mt-4">
      <LazyResponseForm
        label={name ? `Your reply to ${name}` : 'Your reply'}
        submit="Reply"
        beginning={to ? `@${to} ` : ''}
        place={{ storyId: story.id, parent: response.id, viewerId: viewer?.id ?? null }}
        onSend={async (text, key) => {
          const body = { text, key, parent: response.id }
          const reply = await api('POST /api/stories/{ref}/responses', { params: { ref: story.id }, body })
          change((state) => withOwn(state, reply))
          onDone()
        }}
        onCancel={onDone}
      />
    </div>
  )
}
