import { readStored, writeStored } from '#site/identity/session/stored.ts'

/** What somebody began to write, until it was sent. */
export type Draft = {
  text: string
  /** Under which name it was sent, in case the answer never came; what was changed since gets another. */
  sent: { key: string; text: string } | null
}

/** Below which story, in reply to what, and by whom. */
export type DraftPlace = { storyId: string; parent: string | null; viewerId: string | null }

type Kept = Draft & { by: string | null }

/** What the browser would not keep lasts as long as the page. */
const unkept = new Map<string, string>()

const nameOf = (storyId: string, parent: string | null) => `bramble:response:${storyId}:${parent ?? 'story'}`

/** A visitor's words are for whoever signs in here next; a person's are for that person alone. */
export function keptDraft({ storyId, parent, viewerId }: DraftPlace): Draft | null {
  const name = nameOf(storyId, parent)
  const kept = parse(readStored('localStorage', name) ?? unkept.get(name) ?? null)
  if (!kept || (kept.by !== null && kept.by !== viewerId)) return null
  return { text: kept.text, sent: kept.sent }
}

/** Keeps it in this browser; nothing but blanks is nothing. */
export function keepDraft({ storyId, parent, viewerId }: DraftPlace, draft: Draft | null) {
  const kept: Kept | null = draft && draft.text.trim() !== '' ? { ...draft, by: viewerId } : null
  const name = nameOf(storyId, parent)
  unkept.delete(name)
  const text = kept && JSON.stringify(kept)
  if (!writeStored('localStorage', name, text) && text !== null) unkept.set(name, text)
}

function parse(text: string | null): Kept | null {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    return isKept(kept) ? kept : null
  } catch {
    // Somebody else has written there.
    return null
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const text: unknown = Reflect.get(value, 'text')
  const by: unknown = Reflect.get(value, 'by')
  const sent: unknown = Reflect.get(value, 'sent')
  return typeof text === 'string' && (by === null || typeof by === 'string') && (sent === null || isSent(sent))
}

function isSent(value: unknown) {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'key') === 'string' &&
    typeof Reflect.get(value, 'text') === 'string'
  )
}
