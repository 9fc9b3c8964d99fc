import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { useApi } from '#site/page.ts'
import { useConversation } from './context.ts'
import { responseElementId } from './location.ts'
import { showError } from './show-error.ts'
import { type ConversationState, patched, tombstoneOf, withChanged, withPin } from './state.ts'

/** Optimistic actions: reverted with an error toast when they fail. */
export function useResponseActions(response: StoryResponse) {
  const api = useApi()
  const { state, change, deleting, announce } = useConversation()
  const { id } = response
  const params = { id }

  async function pin(pinned: boolean) {
    const before = state().items.find((thread) => thread.response.pinned)?.response.id
    change((current) => withPin(current, id, pinned))
    try {
      const answer = await api(pinned ? 'PUT /api/responses/{id}/pin' : 'DELETE /api/responses/{id}/pin', { params })
      change((current) => withChanged(current, answer))
      announce(pinned ? 'Pinned to top.' : 'Unpinned.')
    } catch (error) {
      change((current) => (before ? withPin(current, before, true) : withPin(current, id, false)))
      await showError(pinned ? 'Couldn’t pin this response' : 'Couldn’t unpin this response', error)
    }
  }

  async function hide(hidden: boolean) {
    const before = response.state
    change((current) => patched(current, id, { state: hidden ? 'hidden' : 'shown' }))
    try {
      const key = hidden ? 'PUT /api/responses/{id}/hidden' : 'DELETE /api/responses/{id}/hidden'
      const answer = await api(key, { params })
      change((current) => withChanged(current, answer))
      announce(hidden ? 'Hidden from readers.' : 'Shown to readers.')
    } catch (error) {
      change((current) => patched(current, id, { state: before }))
      await showError(hidden ? 'Couldn’t hide this response' : 'Couldn’t show this response', error)
    }
  }

  async function remove() {
    deleting.add(id)
    const counted = response.state === 'shown' ? 1 : 0
    change((current) => counting(withChanged(current, tombstoneOf(response)), -counted))
    // The focused button was removed; move focus to the tombstone.
    document.getElementById(responseElementId(id))?.focus({ preventScroll: true })
    try {
      await api('DELETE /api/responses/{id}', { params })
      announce('Deleted.')
    } catch (error) {
      deleting.delete(id)
      change((current) => counting(withChanged(current, response), counted))
      await showError('Couldn’t delete this response', error)
    }
  }

  return { pin, hide, remove }
}

function counting(state: ConversationState, difference: number): ConversationState {
  return { ...state, count: Math.max(0, state.count + difference) }
}
