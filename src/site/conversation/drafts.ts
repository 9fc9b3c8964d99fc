import { readStored, writeStored } from '#site/browser/web-storage.ts'

export type Draft = {
  text: string
  /** The idempotency key of the last attempt. A changed text gets a new key. */
  sent: { key: string; text: string } | null
}

export type DraftKey = { storyId: string; parent: string | null; viewerId: string | null }

type StoredDraft = Draft & { by: string | null }

/** Fallback when localStorage is unavailable. */
const memory = new Map<string, string>()

const storageKey = (storyId: string, parent: string | null) => `bramble:response:${storyId}:${parent ?? 'story'}`

/** A visitor's draft belongs to the next person who signs in; a signed-in person's draft is theirs alone. */
export function readDraft({ storyId, parent, viewerId }: DraftKey): Draft | null {
  const name = storageKey(storyId, parent)
  const stored = parse(readStored('localStorage', name) ?? memory.get(name) ?? null)
  if (!stored || (stored.by !== null && stored.by !== viewerId)) return null
  return { text: stored.text, sent: stored.sent }
}

/** A blank draft is deleted. */
export function saveDraft({ storyId, parent, viewerId }: DraftKey, draft: Draft | null) {
  const stored: StoredDraft | null = draft && draft.text.trim() !== '' ? { ...draft, by: viewerId } : null
  const name = storageKey(storyId, parent)
  memory.delete(name)
  const text = stored && JSON.stringify(stored)
  if (!writeStored('localStorage', name, text) && text !== null) memory.set(name, text)
}

function parse(text: string | null): StoredDraft | null {
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    return isStoredDraft(stored) ? stored : null
  } catch {
    // Not written by this code.
    return null
  }
}

function isStoredDraft(value: unknown): value is StoredDraft {
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
