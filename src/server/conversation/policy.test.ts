import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/constants.ts'
import type { HeldFor, HiddenAs, ResponseState } from '#contract/conversation/conversation.ts'
import type { Role } from '#contract/endpoint.ts'
import { permissionsFor } from './policy.ts'

const createdAt = new Date('2026-05-01T12:00:00Z')
const story = { writerIds: ['author', 'co-author'], takesResponses: true }
const who = {
  'a visitor': null,
  'its writer': aViewer('writer'),
  'another reader': aViewer('other'),
  'the story’s author': aViewer('author'),
  'a co-author': aViewer('co-author', 'author'),
  'an author of other stories': aViewer('elsewhere', 'author'),
  'an editor': aViewer('editor', 'editor'),
}

function aViewer(id: string, role: Role = 'reader') {
  return { id, role, uid: id, handle: id, name: id, avatar: null, welcomed: true }
}

function can(
  viewer: keyof typeof who,
  state: ResponseState,
  given: { parentId?: string; minutes?: number; by?: string; hiddenAs?: HiddenAs; heldFor?: HeldFor } = {},
) {
  const { parentId = null, minutes = 1, by = 'writer', hiddenAs = null, heldFor = null } = given
  const now = new Date(createdAt.getTime() + minutes * MINUTE_MS)
  return Object.entries(
    permissionsFor(who[viewer], { authorId: by, parentId, state, createdAt, hiddenAs, heldFor }, story, now),
  )
    .flatMap(([name, may]) => (may ? name : []))
    .join(' ')
}

test.each<[keyof typeof who, ResponseState, string]>([
  ['a visitor', 'shown', ''],
  ['its writer', 'shown', 'edit delete reply'],
  ['its writer', 'held', 'edit delete'],
  ['its writer', 'hidden', 'delete'],
  ['its writer', 'deleted', ''],
  ['another reader', 'shown', 'reply report'],
  ['an author of other stories', 'shown', 'reply report'],
  ['the story’s author', 'shown', 'reply pin hide report'],
  ['the story’s author', 'held', 'hide approve'],
  ['the story’s author', 'hidden', 'approve'],
  ['the story’s author', 'deleted', ''],
  ['a co-author', 'shown', 'reply pin hide report'],
  ['a co-author', 'held', 'hide approve'],
  ['a co-author', 'hidden', 'approve'],
  ['an editor', 'shown', 'delete reply pin hide report'],
  ['an editor', 'held', 'delete hide approve'],
  ['an editor', 'hidden', 'delete approve'],
  ['an editor', 'deleted', ''],
])('%s can do this with a response that is %s: “%s”', (viewer, state, may) => {
  expect(can(viewer, state)).toBe(may)
})

test.each<[keyof typeof who, string]>([
  ['its writer', 'delete'],
  ['the story’s author', ''],
  ['a co-author', ''],
  ['an editor', 'delete approve'],
])('%s can do this with a response that an editor hid: “%s”', (viewer, may) => {
  expect(can(viewer, 'hidden', { hiddenAs: 'editor' })).toBe(may)
})

test('only editors can show a shadow-held response', () => {
  expect(can('the story’s author', 'held', { heldFor: 'shadow' })).toBe('hide')
  expect(can('an editor', 'held', { heldFor: 'shadow' })).toBe('delete hide approve')
})

test('a reply cannot be pinned', () => {
  expect(can('an editor', 'shown', { parentId: 'thread' })).toBe('delete reply hide report')
})

test('a response can be edited for 15 minutes', () => {
  expect(can('its writer', 'shown', { minutes: 14.99 })).toContain('edit')
  expect(can('its writer', 'shown', { minutes: 15 })).not.toContain('edit')
})

test('only editors can moderate their own responses', () => {
  expect(can('the story’s author', 'held', { by: 'author' })).toBe('edit delete')
  expect(can('an editor', 'held', { by: 'editor' })).toBe('edit delete hide approve')
})

test('replies are refused when responses are closed', () => {
  const closed = { ...story, takesResponses: false }
  const response = {
    authorId: 'writer',
    parentId: null,
    state: 'shown' as const,
    heldFor: null,
    hiddenAs: null,
    createdAt,
  }
  expect(permissionsFor(aViewer('other'), response, closed, createdAt)).toMatchObject({ reply: false, report: true })
})
