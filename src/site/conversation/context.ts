import { createContext, useContext } from 'react'
import type { Viewer } from '#contract/viewer.ts'
import type { Story } from '#contract/reading.ts'
import type { ConversationState } from './state.ts'

/** Stable while the conversation is open, so that a change to one response re-renders only that response. */
export type Conversation = {
  story: Pick<Story, 'id' | 'slug' | 'address' | 'takesResponses'>
  /** The path of the story's page. */
  path: string
  viewer: Viewer | null
  /** The response that the URL links to. */
  at: string | null
  state(): ConversationState
  change(update: (state: ConversationState) => ConversationState): void
  /** Responses being deleted here: live events about them are ignored. */
  deleting: Set<string>
  /** Announces a message to screen readers. */
  announce(message: string): void
}

export const ConversationContext = createContext<Conversation | null>(null)

export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext)
  if (!conversation) throw new Error('useConversation must be used inside ConversationContext')
  return conversation
}
