import {
  EDIT_WINDOW_MINUTES,
  type HeldFor,
  type HiddenAs,
  type ResponseState,
  type StoryResponse,
} from '#contract/conversation/conversation.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type ConversationStory, canModerate } from './story.ts'

type ResponseFacts = {
  authorId: string
  parentId: string | null
  state: ResponseState
  heldFor: HeldFor | null
  hiddenAs: HiddenAs | null
  createdAt: Date
}
type Story = Pick<ConversationStory, 'writerIds' | 'takesResponses'>
export type Can = StoryResponse['can']

const nothing: Can = {
  edit: false,
  delete: false,
  reply: false,
  pin: false,
  hide: false,
  approve: false,
  report: false,
}

/** Permissions of a viewer who can see the response. */
export function permissionsFor(viewer: Viewer | null, response: ResponseFacts, story: Story, now: Date): Can {
  const { state } = response
  if (!viewer || state === 'deleted') return nothing
  const own = response.authorId === viewer.id
  const editor = hasRole(viewer, 'editor')
  const moderator = canModerate(viewer, story)
  return {
    edit: own && state !== 'hidden' && now < editableUntil(response),
    delete: own || editor,
    reply: story.takesResponses && state === 'shown',
    pin: moderator && response.parentId === null && state === 'shown',
    // Only editors can moderate their own responses.
    hide: moderator && (!own || editor) && state !== 'hidden',
    // What an editor hid or shadow-held, only an editor shows again.
    approve:
      moderator &&
      (!own || editor) &&
      state !== 'shown' &&
      (editor || (response.hiddenAs !== 'editor' && response.heldFor !== 'shadow')),
    report: !own && state === 'shown',
  }
}

/** A shadow-held response looks shown to its author, unless that is an editor. */
export function asSeenBy<Row extends Pick<ResponseFacts, 'authorId' | 'state' | 'heldFor'>>(
  viewer: Viewer | null,
  row: Row,
): Row {
  const deceived = row.heldFor === 'shadow' && row.authorId === viewer?.id && !hasRole(viewer, 'editor')
  return deceived ? { ...row, state: 'shown', heldFor: null } : row
}

export function editableUntil({ createdAt }: Pick<ResponseFacts, 'createdAt'>) {
  return new Date(createdAt.getTime() + EDIT_WINDOW_MINUTES * MINUTE_MS)
}
