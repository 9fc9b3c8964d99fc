import { createContext, useContext } from 'react'
import type { Viewer } from '#contract/viewer.ts'
import type { Story } from '#contract/reading.ts'
import type { Talk } from './state.ts'

/** What every part of a conversation needs, and what never changes while it is open: a change of one response draws only that one. */
export type Conversation = {
  story: Pick<Story, 'id' | 'slug' | 'address' | 'takesResponses'>
  /** The path of the story's page. */
  path: string
  viewer: Viewer | null
  /** The response that the address leads to. */
  at: string | null
  now(): Talk
  change(step: (talk: Talk) => Talk): void
  /** What this browser is deleting: nobody needs to tell it. */
  deleting: Set<string>
  /** Says something to those who cannot see it arrive. */
  say(words: string): void
}

export const ConversationContext = createContext<Conversation | null>(null)

export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext)
  if (!conversation) throw new Error('There is no conversation around this')
  return conversation
}
