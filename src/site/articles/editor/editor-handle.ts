import type { Editor } from '@tiptap/core'
import type { Node as PmNode } from '@tiptap/pm/model'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { Document, Node } from '#contract/document/document.ts'
import { MAX_QUERY_LENGTH, findMatches } from './find-text.ts'
import { openDocument } from './open-document.ts'
import type { EditorHandle, Outline } from './editor-props.ts'
import { createBlockDiffTransaction, createDiffTransaction } from './document-diff.ts'
import { dispatchUndoStep } from './undo-step.ts'

export function readDocument({ state }: Pick<Editor, 'state'>): Document {
  return toDocument(state.doc)
}

/** The document as it is stored. */
export function toDocument(doc: PmNode): Document {
  const { type, content }: Document = doc.toJSON()
  return { type, content: content.map(withoutEmptyHint) }
}

/** Most blocks have no hint, and need no attribute that says so. */
function withoutEmptyHint({ attrs, content, ...node }: Node): Node {
  const { hint, ...others } = attrs ?? {}
  const stored = hint === '' ? others : attrs
  return {
    ...node,
    ...(stored && Object.keys(stored).length > 0 && { attrs: stored }),
    ...(content && { content: content.map(withoutEmptyHint) }),
  }
}

/** Transaction meta: the change came from another writer. */
export const REMOTE_CHANGE = 'remoteChange'

export function createEditorHandle(editor: Editor): EditorHandle {
  return {
    read: () => readDocument(editor),
    replace(document) {
      const tr = createDiffTransaction(editor.state, openDocument(editor.schema, document).doc)
      if (tr) dispatchUndoStep(editor.view, tr)
    },
    applyRemoteChanges(document) {
      const tr = createBlockDiffTransaction(editor.state, openDocument(editor.schema, document).doc)
      if (tr) editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(REMOTE_CHANGE, true))
    },
    isComposing: () => editor.view.composing,
    focus(where) {
      if (!editor.isDestroyed) editor.commands.focus(where === 'selection' ? null : where)
    },
    find(text) {
      // The start of a long block is enough to find it.
      const start = text
        .trim()
        .slice(0, MAX_QUERY_LENGTH)
        .replace(/[\uD800-\uDBFF]$/, '')
      const [match] = findMatches(editor.state.doc, { text: start, matchCase: true, wholeWord: false })
      if (!match) return false
      const { state, view } = editor
      view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, match.from, match.to)).scrollIntoView())
      view.focus()
      return true
    },
    watchOutline(listener) {
      let last = ''
      const report = () => {
        const outline = readOutline(editor)
        const key = JSON.stringify(outline)
        if (key !== last) listener(outline)
        last = key
      }
      report()
      editor.on('transaction', report)
      return () => void editor.off('transaction', report)
    },
    goToHeading(index) {
      if (editor.isDestroyed) return
      const { state, view } = editor
      const at = positionsOf(state.doc, 'heading')[index]
      if (at === undefined) return
      const end = at + 1 + (state.doc.nodeAt(at)?.content.size ?? 0)
      view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, end)))
      view.focus()
      const element = view.nodeDOM(at)
      if (element instanceof HTMLElement) element.scrollIntoView({ block: 'start' })
    },
    selectPicture(index) {
      const { state, view } = editor
      const at = positionsOf(state.doc, 'image')[index]
      if (at === undefined) return
      view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)).scrollIntoView())
      view.focus()
    },
  }
}

function readOutline({ state: { doc, selection } }: Editor): Outline {
  const positions = positionsOf(doc, 'heading')
  const headings = positions.map((at) => {
    const heading = doc.nodeAt(at)
    return { level: Number(heading?.attrs['level']), text: heading?.textContent.trim() ?? '' }
  })
  return { headings, current: positions.findLastIndex((at) => at < selection.from) }
}

function positionsOf(doc: PmNode, type: string) {
  const found: number[] = []
  doc.descendants((node, at) => {
    if (node.type.name === type) found.push(at)
  })
  return found
}
