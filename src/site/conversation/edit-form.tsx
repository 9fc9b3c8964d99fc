import type { StoryResponse } from '#contract/conversation.ts'
import { useApi } from '#site/page.ts'
import { useConversation } from './context.ts'
import { withChanged } from './state.ts'
import { WritingForm } from './writing-form.ts'

/** Changes one's own words, while that may be done. */
export function EditForm({ response, onDone }: { response: StoryResponse; onDone(): void }) {
  const api = useApi()
  const { story, viewer, change } = useConversation()
  const { id, text, editableUntil } = response
  return (
    <div className="mt-3">
      <WritingForm
        label="Edit your response"
        submit="Save"
        beginning={text}
        hint={editableUntil ? `You can edit it until ${timeOf(editableUntil)}.` : ''}
        place={{ storyId: story.id, parent: `edit-${id}`, viewerId: viewer?.id ?? null }}
        onSend={async (words) => {
          const edited = await api('PATCH /api/responses/{id}', { params: { id }, body: { text: words } })
          change((talk) => withChanged(talk, edited))
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
