import type { Document } from '#contract/document/document.ts'

/** The text that a version of a draft has: long enough to take a while to write. */
export function stormText(version: number): Document {
  const text = `Word ${version}. `.repeat(400)
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}
