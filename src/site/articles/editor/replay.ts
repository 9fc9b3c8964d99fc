import { diffArrays } from 'diff'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { Node as Json } from '#contract/document/document.ts'
import { pairBlocks, wordsOf } from '#site/articles/writing/merge/pair-blocks.ts'

/** Makes another text of this one by changing only what differs. Null when nothing does. */
export function changeInto(state: EditorState, target: Node): Transaction | null {
  const step = stepInto(state.doc, target)
  return step && state.tr.step(step)
}

/** Like `changeInto`, block by block: a selection between two changes stays, and so does one in a block that is edited. */
export function changeBlocksInto(state: EditorState, target: Node): Transaction | null {
  const { tr } = state
  // From the end, so that what stands before a change is where it was.
  for (const { from, to, nodes } of changedRuns(blocksOf(state.doc), blocksOf(target)).toReversed()) {
    const step =
      to - from === 1 && nodes.length === 1 ? editStep(tr.doc, from, nodes) : blockStep(tr.doc, { from, to, nodes })
    if (step) tr.step(step)
  }
  return tr.docChanged ? tr : null
}

type Run = { from: number; to: number; nodes: Node[] }

/** Changes what differs within one block. */
function editStep(doc: Node, at: number, nodes: Node[]) {
  return stepInto(doc, doc.copy(Fragment.from(blocksOf(doc).toSpliced(at, 1, ...nodes))))
}

/** Whole blocks come and go; those beside them are not touched, though they may begin with the same letters. */
function blockStep(doc: Node, { from, to, nodes }: Run) {
  const place = (index: number) =>
    blocksOf(doc)
      .slice(0, index)
      .reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  if (from === to && nodes.length === 0) return null
  return new ReplaceStep(place(from), place(to), new Slice(Fragment.from(nodes), 0, 0))
}

/** Runs of blocks that differ. A block that was edited is a run of its own. */
function changedRuns(old: Node[], next: Node[]): Run[] {
  const runs: Run[] = []
  let [left, right] = [0, 0]
  let open: Run = { from: 0, to: 0, nodes: [] }
  for (const { removed, added, value } of diffArrays(old, next, { comparator: (a, b) => a.eq(b) })) {
    const count = value.length
    if (removed) open.to = left += count
    else if (added) open.nodes.push(...next.slice(right, (right += count)))
    else {
      runs.push(...singled(old, open))
      left += count
      right += count
      open = { from: left, to: left, nodes: [] }
    }
  }
  return [...runs, ...singled(old, open)]
}

function singled(old: Node[], { from, to, nodes }: Run): Run[] {
  const [gone, come] = [old.slice(from, to), nodes].map((some) => some.map((node): Json => node.toJSON()))
  if (!gone || !come) return []
  const pairs = pairBlocks(gone, come, { olds: gone.map(wordsOf), news: come.map(wordsOf) })
  const runs: Run[] = []
  let [i, j] = [0, 0]
  for (const [nextI, nextJ] of [...pairs].toSorted(([a], [b]) => a - b)) {
    runs.push({ from: from + i, to: from + nextI, nodes: nodes.slice(j, nextJ) })
    runs.push({ from: from + nextI, to: from + nextI + 1, nodes: nodes.slice(nextJ, nextJ + 1) })
    ;[i, j] = [nextI + 1, nextJ + 1]
  }
  return [...runs, { from: from + i, to, nodes: nodes.slice(j) }]
}

function blocksOf(doc: Node): Node[] {
  return Array.from({ length: doc.childCount }, (_, i) => doc.child(i))
}

function stepInto(doc: Node, target: Node): ReplaceStep | null {
  const start = doc.content.findDiffStart(target.content)
  const end = doc.content.findDiffEnd(target.content)
  if (start === null || end === null) return null
  // What both texts repeat at the seam belongs to one side only.
  const overlap = Math.max(start - Math.min(end.a, end.b), 0)
  const exact = exactStep(doc, target, { start, oldEnd: end.a + overlap, newEnd: end.b + overlap })
  return exact ?? new ReplaceStep(0, doc.content.size, new Slice(Fragment.from(target.content), 0, 0))
}

type Difference = { start: number; oldEnd: number; newEnd: number }

/** Widens the difference to whole nodes where its two ends are not equally deep, so that the result is the target. */
function exactStep(doc: Node, target: Node, { start, oldEnd, newEnd }: Difference): ReplaceStep | null {
  const [$from, $to] = [doc.resolve(start), doc.resolve(oldEnd)]
  const [$first, $last] = [target.resolve(start), target.resolve(newEnd)]
  const depth = Math.min(sameUpTo($from, $to), sameUpTo($first, $last))
  const step = new ReplaceStep(
    before($from, depth),
    after($to, depth),
    target.slice(before($first, depth), after($last, depth)),
  )
  return step.apply(doc).doc?.eq(target) ? step : null
}

function sameUpTo($a: ResolvedPos, $b: ResolvedPos) {
  return $a.sharedDepth($b.pos)
}

function before($pos: ResolvedPos, depth: number) {
  return $pos.depth > depth ? $pos.before(depth + 1) : $pos.pos
}

function after($pos: ResolvedPos, depth: number) {
  return $pos.depth > depth ? $pos.after(depth + 1) : $pos.pos
}

/** Goes through the states of a text one after the other, each a step of its own for undo. */
export function replay(state: EditorState, states: Node[], dispatch: (tr: Transaction) => EditorState) {
  let now = state
  for (const next of states) {
    const tr = changeInto(now, next)
    if (!tr) continue
    now = dispatch(closeHistory(tr.setSelection(Selection.atEnd(tr.doc))).setMeta('preventUpdate', true))
  }
  now = dispatch(closeHistory(now.tr.setSelection(Selection.atEnd(now.doc))).setMeta('preventUpdate', true))
  return now
}
