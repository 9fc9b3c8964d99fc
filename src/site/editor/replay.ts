import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'

/** Makes another text of this one by changing only what differs. Null when nothing does. */
export function changeInto(state: EditorState, target: Node): Transaction | null {
  const { doc } = state
  const start = doc.content.findDiffStart(target.content)
  const end = doc.content.findDiffEnd(target.content)
  if (start === null || end === null) return null
  // What both texts repeat at the seam belongs to one side only.
  const overlap = Math.max(start - Math.min(end.a, end.b), 0)
  const exact = stepTo(state, target, { start, oldEnd: end.a + overlap, newEnd: end.b + overlap })
  return exact ?? state.tr.step(new ReplaceStep(0, doc.content.size, new Slice(Fragment.from(target.content), 0, 0)))
}

type Difference = { start: number; oldEnd: number; newEnd: number }

/** Widens the difference to whole nodes where its two ends are not equally deep, so that the result is the target. */
function stepTo(state: EditorState, target: Node, { start, oldEnd, newEnd }: Difference): Transaction | null {
  const [$from, $to] = [state.doc.resolve(start), state.doc.resolve(oldEnd)]
  const [$first, $last] = [target.resolve(start), target.resolve(newEnd)]
  const depth = Math.min(sameUpTo($from, $to), sameUpTo($first, $last))
  const step = new ReplaceStep(
    before($from, depth),
    after($to, depth),
    target.slice(before($first, depth), after($last, depth)),
  )
  const { doc } = step.apply(state.doc)
  return doc?.eq(target) ? state.tr.step(step) : null
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
