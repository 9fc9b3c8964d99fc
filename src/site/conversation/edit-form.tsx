import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { useApi } from '#site/page.ts'
import { useConversation } from './context.ts'
import { withChanged } from './state.ts'
import { LazyResponseForm } from './lazy-response-form.ts'

export function EditForm({ response, onDone }: { response: StoryResponse; onDone(): void }) {
  const api = useApi()
  const { story, viewer, change } = useConversation()
  const { id, text, editableUntil } = response
  return (
    <div className="mt-3">
      <LazyResponseForm
        label="Edit your response"
        submit="Save"
        beginning={text}
        hint={editableUntil ? `You can edit this until ${timeOf(editableUntil)}.` : ''}
        place={{ storyId: story.id, parent: `edit-${id}`, viewerId: viewer?.id ?? null }}
        onSend={async (words) => {
          const edited = await api('PATCH /api/responses/{id}', { params: { id }, body: { text: words } })
          change((state) => withChanged(state, edited))
          onDone()
        }}
        onCancel={onDone}
      />
    </div>
  )
}

function timeOf(moment: string) {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(moment))
}
