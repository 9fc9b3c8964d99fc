import type { Document } from '#contract/document/document.ts'

/** The text of a draft version, long enough that storing it takes a while. */
export function longDraftText(version: number): Document {
  const text = `Word ${version}. `.repeat(400)
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}
