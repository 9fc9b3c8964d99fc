import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { TextSelection } from '@tiptap/pm/state'
import type { Document } from '#contract/document/document.ts'
import { MOST_LETTERS, findIn } from './find-text.ts'
import { openDocument } from './opening.ts'
import type { EditorHandle } from './props.ts'
import { changeBlocksInto, changeInto } from './replay.ts'

export function readDocument(editor: Editor): Document {
  const document: Document = editor.state.doc.toJSON()
  return document
}

/** On a transaction that brings in the text of another person. */
export const FROM_ANOTHER = 'fromAnother'

export function handleOf(editor: Editor): EditorHandle {
  return {
    read: () => readDocument(editor),
    replace(document) {
      const tr = changeInto(editor.state, openDocument(editor.schema, document).doc)
      if (!tr) return
      editor.view.dispatch(closeHistory(tr))
      editor.view.dispatch(closeHistory(editor.state.tr))
    },
    takeIn(document) {
      const tr = changeBlocksInto(editor.state, openDocument(editor.schema, document).doc)
      if (tr) editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(FROM_ANOTHER, true))
    },
    isComposing: () => editor.view.composing,
    focus: (where) => void editor.commands.focus(where),
    find(words) {
      // The beginning of a long block is enough to find it.
      const beginning = words
        .trim()
        .slice(0, MOST_LETTERS)
        .replace(/[\uD800-\uDBFF]$/, '')
      const [place] = findIn(editor.state.doc, { words: beginning, sameCase: true, wholeWord: false })
      if (!place) return false
      const { state, view } = editor
      view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, place.from, place.to)).scrollIntoView())
      view.focus()
      return true
    },
  }
}
