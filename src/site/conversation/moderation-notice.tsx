import { useState } from 'react'
import type { HeldFor, StoryResponse } from '#contract/conversation/conversation.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { useConversation } from './context.ts'
import { showError } from './show-error.ts'
import { withChanged } from './state.ts'

const holdReasons: Record<HeldFor, string> = {
  first: 'new members’ responses are reviewed until the first is approved',
  links: 'many links',
  words: 'a word that needs review',
  domains: 'a link that needs review',
  shadow: 'its author is shadow-held',
  reports: 'reported by readers',
}

const AppealDialog = lazyComponent(async () => (await import('./appeal-dialog.tsx')).AppealDialog)

/** For people who can see a held or hidden response; moderators can approve it here. */
export function ModerationNotice({
  response: { id, state, heldFor, hiddenAs, author, can },
}: {
  response: StoryResponse
}) {
  const api = useApi()
  const { viewer, change } = useConversation()
  const [busy, setBusy] = useState(false)
  const [appeals, setAppeals] = useState(false)
  if (state !== 'held' && state !== 'hidden') return null

  async function show() {
    setBusy(true)
    try {
      const shown = await api('DELETE /api/responses/{id}/hidden', { params: { id } })
      change((current) => withChanged(current, shown))
    } catch (error) {
      setBusy(false)
      await showError('Couldn’t show this response', error)
    }
  }

  const own = viewer !== null && author?.id === viewer.id
  const words = {
    held: `Waiting for review${heldFor ? `: ${holdReasons[heldFor]}` : ''}. ${own ? 'Only you and the moderators can see it.' : 'Readers can’t see it yet.'}`,
    hidden:
      own && !can.approve
        ? `Hidden by ${hiddenAs === 'editor' ? 'an editor' : 'the story’s author'}. Readers can’t see it.`
        : 'Hidden. Readers can’t see it.',
  }[state]
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-warning-50 px-3 py-1.5 text-sm text-warning-800">
      <p className="flex items-center gap-2">
        <Icon name={state === 'held' ? 'hourglass' : 'eye-off'} size={16} />
        {words}
      </p>
      {can.approve && (
        <Button tone="quiet" size="sm" busy={busy} onClick={() => void show()}>
          {state === 'held' ? 'Approve' : 'Show'}
        </Button>
      )}
      {own && state === 'hidden' && (
        <Button tone="quiet" size="sm" className="noscript:hidden" onClick={() => setAppeals(true)}>
          Appeal…
        </Button>
      )}
      {appeals && <AppealDialog target={`response:${id}`} what="response" onClose={() => setAppeals(false)} />}
    </div>
  )
}
