import { type Editor, getSchema } from '@tiptap/core'
import { Selection } from '@tiptap/extensions'
import { useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { inLanguage } from '#site/ui/text-direction.ts'
import { storyExtensions } from './extensions.ts'
import { REMOTE_CHANGE, createEditorHandle, readDocument } from './editor-handle.ts'
import { useEditorServices } from '#site/articles/editor/nodes/editor-services.ts'
import { openDocument } from './open-document.ts'
import type { StoryEditorProps } from './editor-props.ts'
import { replayStates } from './document-diff.ts'
import { createEditorUi } from './editor-ui.ts'
import { type PageHooks, editingExtension } from './editing-extension.ts'
import { usePictureImport } from './pasted-pictures.ts'

const PROMPT = 'Tell your story'
/** Pixels. Keeps the caret clear of the bars above and below the text. */
const bars = { top: 88, bottom: 88, left: 0, right: 0 }

/** Creates the editor once. Later props are read through a ref. */
export function useStoryEditor(props: StoryEditorProps) {
  const services = useEditorServices()
  const importPicture = usePictureImport(services)
  const latest = useRef({ props, importPicture })
  useEffect(() => {
    latest.current = { props, importPicture }
  })
  const [hooks] = useState<PageHooks>(() => ({
    leaveStart() {
      latest.current.props.onLeaveStart?.()
      return latest.current.props.onLeaveStart !== undefined
    },
    importPicture: (picture) => latest.current.importPicture(picture),
    language: () => latest.current.props.language,
  }))
  const [currentPrompt] = useState(() => () => latest.current.props.prompt ?? PROMPT)
  const [made] = useState(() => {
    const ui = createEditorUi()
    const extensions = [
      editingExtension({ ui, page: hooks }),
      Selection,
      ...storyExtensions({ prompt: currentPrompt, services, membersLine: !props.plainPage }),
    ]
    return { ui, extensions, ...openStates(extensions, props) }
  })
  const { language, prompt, readOnly = false } = props
  const { lang, dir } = inLanguage(language)

  const editor = useEditor({
    extensions: made.extensions,
    content: made.first,
    editable: !readOnly,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    injectCSS: false,
    editorProps: {
      scrollThreshold: bars,
      scrollMargin: bars,
      attributes: {
        'class': 'story',
        'role': 'textbox',
        'aria-multiline': 'true',
        'aria-label': props.label ?? 'Story',
        'spellcheck': 'true',
        'aria-readonly': String(readOnly),
        lang,
        dir,
      },
    },
    onMount: ({ editor: mounted }) => replayHistory(mounted, made.rest),
    onCreate: ({ editor: created }) => latest.current.props.onReady?.(createEditorHandle(created)),
    onUpdate({ editor: changed, transaction, appendedTransactions }) {
      // The page already has remote changes, unless the editor's own rules changed them further.
      const known =
        transaction.getMeta(REMOTE_CHANGE) === true && !appendedTransactions.some(({ docChanged }) => docChanged)
      // Content the editor adds on its own, such as the trailing empty paragraph, is not a change.
      if (transaction.docChanged && !known) latest.current.props.onChange(() => readDocument(changed))
    },
  })
  // Tiptap does not react to a changed `editable` option.
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])
  // A transaction without steps redraws the placeholders.
  useEffect(() => {
    if (editor?.isInitialized) editor.view.dispatch(editor.state.tr.setMeta('prompt', prompt))
  }, [editor, prompt])
  return { editor, ui: made.ui, isIntact: made.isIntact }
}

/** The oldest state, and the states that lead from it to the current document. */
function openStates(extensions: Parameters<typeof getSchema>[0], { initial, earlier = [] }: StoryEditorProps) {
  const schema = getSchema(extensions)
  const now = openDocument(schema, initial)
  const before = earlier.map((state) => openDocument(schema, state)).filter(({ isIntact }) => isIntact)
  const [first, ...rest] = [...before, now].map(({ doc }) => doc.toJSON())
  return { first, rest, isIntact: now.isIntact }
}

const replayed = new WeakSet<Editor>()

/** Replays earlier states, so that undo can go back through them. */
function replayHistory(editor: Editor, rest: unknown[]) {
  if (replayed.has(editor) || rest.length === 0) return
  replayed.add(editor)
  const states = rest.map((json) => editor.schema.nodeFromJSON(json))
  replayStates(editor.state, states, (tr) => {
    editor.view.dispatch(tr)
    return editor.state
  })
}
