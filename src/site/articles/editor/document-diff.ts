import { diffArrays } from 'diff'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { Node as Json } from '#contract/document/document.ts'
import { pairBlocks, wordsOf } from '#site/articles/writing/merge/pair-blocks.ts'

/** A transaction that turns the document into the target by replacing only the difference. Null when they are equal. */
export function createDiffTransaction(state: EditorState, target: Node): Transaction | null {
  const step = stepInto(state.doc, target)
  return step && state.tr.step(step)
}

/** Like `createDiffTransaction`, but block by block, so a selection between two changes survives. */
export function createBlockDiffTransaction(state: EditorState, target: Node): Transaction | null {
  const { tr } = state
  // From the end, so that earlier positions stay valid.
  for (const { from, to, nodes } of changedRuns(blocksOf(state.doc), blocksOf(target)).toReversed()) {
    const step =
      to - from === 1 && nodes.length === 1 ? editStep(tr.doc, from, nodes) : blockStep(tr.doc, { from, to, nodes })
    if (step) tr.step(step)
  }
  return tr.docChanged ? tr : null
}

type Run = { from: number; to: number; nodes: Node[] }

function editStep(doc: Node, at: number, nodes: Node[]) {
  return stepInto(doc, doc.copy(Fragment.from(blocksOf(doc).toSpliced(at, 1, ...nodes))))
}

/** Replaces whole blocks and leaves their neighbours alone, even if they share a prefix. */
function blockStep(doc: Node, { from, to, nodes }: Run) {
  const place = (index: number) =>
    blocksOf(doc)
      .slice(0, index)
      .reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  if (from === to && nodes.length === 0) return null
  return new ReplaceStep(place(from), place(to), new Slice(Fragment.from(nodes), 0, 0))
}

/** Runs of blocks that differ. An edited block is a run of its own. */
function changedRuns(old: Node[], next: Node[]): Run[] {
  const runs: Run[] = []
  let [left, right] = [0, 0]
  let open: Run = { from: 0, to: 0, nodes: [] }
  for (const { removed, added, value } of diffArrays(old, next, { comparator: (a, b) => a.eq(b) })) {
    const count = value.length
    if (removed) open.to = left += count
    else if (added) open.nodes.push(...next.slice(right, (right += count)))
    else {
      runs.push(...splitEdited(old, open))
      left += count
      right += count
      open = { from: left, to: left, nodes: [] }
    }
  }
  return [...runs, ...splitEdited(old, open)]
}

function splitEdited(old: Node[], { from, to, nodes }: Run): Run[] {
  const [removed, added] = [old.slice(from, to), nodes].map((some) => some.map((node): Json => node.toJSON()))
  if (!removed || !added) return []
  const pairs = pairBlocks(removed, added, { removed: removed.map(wordsOf), inserted: added.map(wordsOf) })
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
  // Repeated content at the boundary must not be counted on both sides.
  const overlap = Math.max(start - Math.min(end.a, end.b), 0)
  const exact = exactStep(doc, target, { start, oldEnd: end.a + overlap, newEnd: end.b + overlap })
  return exact ?? new ReplaceStep(0, doc.content.size, new Slice(Fragment.from(target.content), 0, 0))
}

type Difference = { start: number; oldEnd: number; newEnd: number }

/** Widens the difference to whole nodes where its ends differ in depth, so that the result equals the target. */
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

/** Applies the states one by one, each as its own undo step. */
export function replayStates(state: EditorState, states: Node[], dispatch: (tr: Transaction) => EditorState) {
  let now = state
  for (const next of states) {
    const tr = createDiffTransaction(now, next)
    if (!tr) continue
    now = dispatch(closeHistory(tr.setSelection(Selection.atEnd(tr.doc))).setMeta('preventUpdate', true))
  }
  now = dispatch(closeHistory(now.tr.setSelection(Selection.atEnd(now.doc))).setMeta('preventUpdate', true))
  return now
}
