import { useEffect, useState } from 'react'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useApi } from '#site/page.ts'
import { OwnPicture } from '#site/rendering/own-picture.tsx'
import { PersonalPart } from '#site/rendering/personal-part.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { useConversation } from './context.ts'
import { readDraft } from './drafts.ts'
import { CONVERSATION_ID } from './location.ts'
import { withOwn } from './state.ts'
import { LazyResponseForm } from './lazy-response-form.ts'

export function NewResponse({ empty }: { empty: boolean }) {
  const api = useApi()
  const { story, path, viewer, change, announce } = useConversation()
  const [writing, setWriting] = useState(false)
  const viewerId = viewer?.id ?? null
  // Restores a draft after a reload or sign-in.
  useEffect(() => {
    if (readDraft({ storyId: story.id, parent: null, viewerId })) setWriting(true)
  }, [story.id, viewerId])

  if (writing)
    return (
      <div className="mt-5">
        <LazyResponseForm
          label="Your response"
          submit="Respond"
          place={{ storyId: story.id, parent: null, viewerId }}
          onSend={async (text, key) => {
            const sent = { params: { ref: story.id }, body: { text, key } }
            const response = await api('POST /api/stories/{ref}/responses', sent)
            change((state) => withOwn(state, response))
            announce(response.state === 'held' ? 'Your response is waiting for review.' : 'Response posted.')
            setWriting(false)
          }}
          onCancel={() => setWriting(false)}
        />
      </div>
    )
  return (
    <div className="mt-5">
      <button
        type="button"
        onClick={() => setWriting(true)}
        className="noscript:hidden flex min-h-14 w-full items-center gap-3 rounded-md border border-gray-300 bg-white px-4 text-start text-gray-600 transition-colors hover:border-gray-400"
      >
        {viewer && (
          <PersonalPart name="picture">
            <OwnPicture viewer={viewer} />
          </PersonalPart>
        )}
        <span>{empty ? 'Write the first response' : 'Write a response'}</span>
      </button>
      {!viewer && (
        <p className="mt-3">
          <ButtonLink to={withNext('/auth/newauth', `${path}#${CONVERSATION_ID}`)} tone="quiet" size="sm">
            Sign in to respond
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
