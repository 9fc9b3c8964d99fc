import type { Document, Node } from '#contract/document/document.ts'

/** What everybody may read, and what stands below the members-only line. */
export function partsOf({ content }: Document): { open: Node[]; members: Node[] } {
  const line = content.findIndex(({ type }) => type === 'membersLine')
  return line === -1
    ? { open: content, members: [] }
    : { open: content.slice(0, line), members: content.slice(line + 1) }
}
