import { EDIT_WINDOW_MINUTES, type ResponseState, type StoryResponse } from '#contract/conversation.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type TalkedOf, moderates } from './story.ts'

export type Judged = { authorId: string; parentId: string | null; state: ResponseState; createdAt: Date }
type Story = Pick<TalkedOf, 'writerIds' | 'takesResponses'>
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

/** What somebody may do with a response that they see. */
export function canDo(viewer: Viewer | null, response: Judged, story: Story, now: Date): Can {
  const { state } = response
  if (!viewer || state === 'deleted') return nothing
  const own = response.authorId === viewer.id
  const editor = hasRole(viewer, 'editor')
  const keepsOrder = moderates(viewer, story)
  return {
    edit: own && state !== 'hidden' && now < editableUntil(response),
    delete: own || editor,
    reply: story.takesResponses && state === 'shown',
    pin: keepsOrder && response.parentId === null && state === 'shown',
    // Nobody judges their own words, except those who judge everybody's.
    hide: keepsOrder && (!own || editor) && state !== 'hidden',
    approve: keepsOrder && (!own || editor) && state !== 'shown',
    report: !own && state === 'shown',
  }
}

export function editableUntil({ createdAt }: Pick<Judged, 'createdAt'>) {
  return new Date(createdAt.getTime() + EDIT_WINDOW_MINUTES * MINUTE_MS)
}
