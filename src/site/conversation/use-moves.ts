import type { StoryResponse } from '#contract/conversation.ts'
import { useApi } from '#site/page.ts'
import { useConversation } from './context.ts'
import { idOfResponse } from './place.ts'
import { sayRefused } from './refused.ts'
import { type Talk, patched, tombstoneOf, withChanged, withPin } from './state.ts'

/** What changes a response: shown at once, taken back with a word about it when it is refused. */
export function useMoves(response: StoryResponse) {
  const api = useApi()
  const { now, change, deleting, say } = useConversation()
  const { id } = response
  const params = { id }

  async function pin(pinned: boolean) {
    const before = now().items.find((thread) => thread.response.pinned)?.response.id
    change((talk) => withPin(talk, id, pinned))
    try {
      const answer = await api(pinned ? 'PUT /api/responses/{id}/pin' : 'DELETE /api/responses/{id}/pin', { params })
      change((talk) => withChanged(talk, answer))
      say(pinned ? 'Pinned to the top.' : 'No longer pinned.')
    } catch (error) {
      change((talk) => (before ? withPin(talk, before, true) : withPin(talk, id, false)))
      await sayRefused(pinned ? 'It is not pinned' : 'It is still pinned', error)
    }
  }

  async function hide(hidden: boolean) {
    const { state } = response
    change((talk) => patched(talk, id, { state: hidden ? 'hidden' : 'shown' }))
    try {
      const key = hidden ? 'PUT /api/responses/{id}/hidden' : 'DELETE /api/responses/{id}/hidden'
      const answer = await api(key, { params })
      change((talk) => withChanged(talk, answer))
      say(hidden ? 'Hidden from readers.' : 'Shown to readers.')
    } catch (error) {
      change((talk) => patched(talk, id, { state }))
      await sayRefused(hidden ? 'Readers still see it' : 'Readers still do not see it', error)
    }
  }

  async function remove() {
    deleting.add(id)
    const counted = response.state === 'shown' ? 1 : 0
    change((talk) => counting(withChanged(talk, tombstoneOf(response)), -counted))
    // The button that was pressed is gone; the keyboard goes on where it was.
    document.getElementById(idOfResponse(id))?.focus({ preventScroll: true })
    try {
      await api('DELETE /api/responses/{id}', { params })
      say('Deleted.')
    } catch (error) {
      deleting.delete(id)
      change((talk) => counting(withChanged(talk, response), counted))
      await sayRefused('It is still there', error)
    }
  }

  return { pin, hide, remove }
}

function counting(talk: Talk, difference: number): Talk {
  return { ...talk, count: Math.max(0, talk.count + difference) }
}
