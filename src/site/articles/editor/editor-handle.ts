import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { TextSelection } from '@tiptap/pm/state'
import type { Document } from '#contract/document/document.ts'
import { MAX_QUERY_LENGTH, findMatches } from './find-text.ts'
import { openDocument } from './open-document.ts'
import type { EditorHandle } from './editor-props.ts'
import { createBlockDiffTransaction, createDiffTransaction } from './document-diff.ts'

export function readDocument(editor: Editor): Document {
  const document: Document = editor.state.doc.toJSON()
  return document
}

/** Transaction meta: the change came from another writer. */
export const REMOTE_CHANGE = 'remoteChange'

export function createEditorHandle(editor: Editor): EditorHandle {
  return {
    read: () => readDocument(editor),
    replace(document) {
      const tr = createDiffTransaction(editor.state, openDocument(editor.schema, document).doc)
      if (!tr) return
      editor.view.dispatch(closeHistory(tr))
      editor.view.dispatch(closeHistory(editor.state.tr))
    },
    applyRemoteChanges(document) {
      const tr = createBlockDiffTransaction(editor.state, openDocument(editor.schema, document).doc)
      if (tr) editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(REMOTE_CHANGE, true))
    },
    isComposing: () => editor.view.composing,
    focus: (where) => void editor.commands.focus(where),
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
  }
}
