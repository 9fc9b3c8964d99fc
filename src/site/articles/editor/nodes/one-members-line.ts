import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'

/** What content expressions cannot say: there is one members-only line at most, and of two the newer one is meant. */
export const OneMembersLine = Extension.create({
  name: 'oneMembersLine',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, before, { doc, tr }) {
        const lines = linesOf(doc)
        if (lines.length < 2) return null
        const old = lineOf(before.doc, transactions)
        const kept = lines.find((at) => at !== old) ?? lines[0]
        for (const at of lines.toReversed()) if (at !== kept) tr.delete(at, at + 1)
        return tr
      },
    }),
  ],
})

/** Where the line of before stands now, or null. */
function lineOf(before: Node, transactions: readonly Transaction[]) {
  const [old] = linesOf(before)
  return old === undefined ? null : transactions.reduce((at, { mapping }) => mapping.map(at), old)
}

function linesOf(doc: Node) {
  const lines: number[] = []
  doc.forEach(({ type }, offset) => {
    if (type.name === 'membersLine') lines.push(offset)
  })
  return lines
}
