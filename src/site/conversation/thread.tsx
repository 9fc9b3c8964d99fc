import { memo, useCallback, useEffect, useState } from 'react'
import type { StoryResponse, Thread } from '#contract/conversation.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { useConversation } from './context.ts'
import { keptDraft } from './drafts.ts'
import { Entry } from './entry.tsx'
import { sayRefused } from './refused.ts'
import { withOwn, withReplies } from './state.ts'
import { WritingForm } from './writing-form.ts'

const REPLIES_AT_ONCE = 50

/** A response and what replies to it. Out of sight it costs nothing to draw; while somebody writes in it, nothing of it is cut. */
export const ThreadItem = memo(function ThreadItem({ thread }: { thread: Thread }) {
  const { response, replies } = thread
  const [writing, setWriting] = useState<{ to: string | null; nth: number } | null>(null)
  const { story, viewer, at } = useConversation()
  const viewerId = viewer?.id ?? null
  // What was begun before the page was loaded anew goes on.
  useEffect(() => {
    if (keptDraft({ storyId: story.id, parent: response.id, viewerId })) setWriting({ to: null, nth: 0 })
  }, [story.id, response.id, viewerId])
  const onReply = useCallback(
    (handle: string | null) => setWriting((before) => ({ to: handle, nth: (before?.nth ?? 0) + 1 })),
    [],
  )
  // The reply that a link leads to may stand behind many that are not there yet.
  const parted = replies.next !== null && replies.items.at(-1)?.id === at
  const begun = parted ? replies.items.slice(0, -1) : replies.items
  const linked = parted ? replies.items.slice(-1) : []
  return (
    <li className="-mx-3 px-3 nth-[n+11]:[contain-intrinsic-block-size:auto_11rem] nth-[n+11]:[content-visibility:auto] nth-[n+11]:has-[textarea]:[content-visibility:visible]">
      <Entry response={response} onReply={onReply} />
      {(replies.items.length > 0 || replies.next !== null || writing) && (
        <div className="mt-4 border-s border-gray-200 ps-4 sm:ms-4 sm:ps-6">
          <Replies items={begun} onReply={onReply} />
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
          <Entry response={reply} onReply={onReply} />
        </li>
      ))}
    </ol>
  )
}

function MoreReplies({ thread: { response, replies }, next }: { thread: Thread; next: string }) {
  const api = useApi()
  const { change, say } = useConversation()
  const [busy, setBusy] = useState(false)
  const left = Math.max(1, response.replies - replies.items.length)

  async function show() {
    setBusy(true)
    try {
      const query = { before: next, limit: REPLIES_AT_ONCE }
      const page = await api('GET /api/responses/{id}/replies', { params: { id: response.id }, query })
      change((talk) => withReplies(talk, response.id, page))
      say(`${page.items.length} more ${page.items.length === 1 ? 'reply' : 'replies'}.`)
    } catch (error) {
      await sayRefused('The replies could not be loaded', error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <p className="not-first:mt-4">
      <Button tone="plain" size="sm" className="-ms-3.5 noscript:hidden" busy={busy} onClick={() => void show()}>
        {left === 1 ? 'Show 1 more reply' : `Show ${left.toLocaleString('en-GB')} more replies`}
      </Button>
    </p>
  )
}

function ReplyForm({ thread: { response }, to, onDone }: { thread: Thread; to: string | null; onDone(): void }) {
  const api = useApi()
  const { story, change, viewer } = useConversation()
  const whom = response.author?.name
  return (
    <div className="mt-4">
      <WritingForm
        label={whom ? `Your reply to ${whom}` : 'Your reply'}
        submit="Reply"
        beginning={to ? `@${to} ` : ''}
        place={{ storyId: story.id, parent: response.id, viewerId: viewer?.id ?? null }}
        onSend={async (text, key) => {
          const body = { text, key, parent: response.id }
          const reply = await api('POST /api/stories/{ref}/responses', { params: { ref: story.id }, body })
          change((talk) => withOwn(talk, reply))
          onDone()
        }}
        onCancel={onDone}
      />
    </div>
  )
}
