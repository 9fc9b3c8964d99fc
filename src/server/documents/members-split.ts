import type { Document, Node } from '#contract/document/document.ts'

/** The public nodes, and those below the members-only line. */
export function splitAtMembersLine({ content }: Document): { open: Node[]; members: Node[] } {
  const line = content.findIndex(({ type }) => type === 'membersLine')
  return line === -1
    ? { open: content, members: [] }
    : { open: content.slice(0, line), members: content.slice(line + 1) }
}
