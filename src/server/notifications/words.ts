import type { Notification } from '#contract/notifications/notifications.ts'

const MOST_EXCERPT = 160
const MOST_TITLE = 90

/** As much of a line of the list as its words are made from. */
export type Line = Pick<
  Notification,
  'id' | 'kind' | 'actors' | 'actorCount' | 'story' | 'response' | 'path' | 'detail'
>

/** What happened, in one sentence of plain text, for mails and for the screen of a device. */
export function sentenceOf(line: Line): string {
  const who = whoOf(line)
  const title = line.story
    ? `“${cut(line.story.title, MOST_TITLE) || 'Untitled'}”`
    : 'a story that is not here any more'
  switch (line.kind) {
    case 'follow':
      return `${who} followed you`
    case 'response':
      return `${who} responded to ${title}`
    case 'reply':
      return `${who} replied to you below ${title}`
    case 'mention':
      return `${who} mentioned you below ${title}`
    case 'like':
      return `${who} liked ${title}`
    case 'response-like':
      return `${who} liked your response to ${title}`
    case 'story':
      return `${who} published ${title}`
    case 'review':
      return `${title} ${outcomes[line.detail.outcome ?? ''] ?? 'was looked at'}`
    case 'byline':
      return line.detail.outcome === 'left'
        ? `${who} left the byline of ${title}`
        : `${who} put you into the byline of ${title}`
  }
}

/** What was said, in so far as somebody said something. */
export function excerptOf({ response, detail }: Line): string | null {
  const said = response?.text ?? detail.note ?? ''
  return said.trim() === '' ? null : cut(said, MOST_EXCERPT)
}

const outcomes: Record<string, string> = {
  approved: 'was approved',
  changes: 'needs changes',
  updated: 'was updated by an editor',
  declined: 'stays as it is: your changes were not taken over',
  unscheduled: 'could not be published at its time',
  removed: 'was removed',
  restored: 'is back',
}

function whoOf({ actors, actorCount }: Line) {
  const [first, second] = actors.map(({ name }) => cut(name, MOST_TITLE))
  if (first === undefined) return 'Somebody'
  if (actorCount <= 1 || second === undefined) return actorCount > 1 ? `${first} and ${others(actorCount - 1)}` : first
  return actorCount === 2 ? `${first} and ${second}` : `${first}, ${second} and ${others(actorCount - 2)}`
}

function others(count: number) {
  return count === 1 ? 'another' : `${count} others`
}

/** On one line, and not for ever. Counted in characters as people see them, so that none is cut in half. */
export function cut(text: string, most: number) {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  return line.length <= most
    ? line.join('')
    : `${line
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
