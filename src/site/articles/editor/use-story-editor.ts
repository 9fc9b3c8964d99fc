import { type Editor, getSchema } from '@tiptap/core'
import { Selection } from '@tiptap/extensions'
import { useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { inLanguage } from '#site/ui/text-direction.ts'
import { storyExtensions } from './extensions.ts'
import { FROM_ANOTHER, handleOf, readDocument } from './handle.ts'
import { useStoryPort } from '#site/articles/editor/nodes/port.ts'
import { openDocument } from './opening.ts'
import type { StoryEditorProps } from './props.ts'
import { replay } from './replay.ts'
import { createSurface } from './surface.ts'
import { type Around, surfaceExtension } from './surface-extension.ts'
import { useBring } from './use-bring.ts'

const PROMPT = 'Tell your story'
/** The bars above and below the text, in pixels, and a line's room: the caret is never behind them. */
const bars = { top: 88, bottom: 88, left: 0, right: 0 }

/** Makes the editor once; whatever the page hands it later is read when it is needed. */
export function useStoryEditor(props: StoryEditorProps) {
  const port = useStoryPort()
  const bring = useBring(port)
  const latest = useRef({ props, bring })
  useEffect(() => {
    latest.current = { props, bring }
  })
  const [around] = useState<Around>(() => ({
    leaveStart() {
      latest.current.props.onLeaveStart?.()
      return latest.current.props.onLeaveStart !== undefined
    },
    bring: (picture) => latest.current.bring(picture),
  }))
  const [currentPrompt] = useState(() => () => latest.current.props.prompt ?? PROMPT)
  const [made] = useState(() => {
    const surface = createSurface()
    const extensions = [
      surfaceExtension({ surface, around }),
      Selection,
      ...storyExtensions({ prompt: currentPrompt, port }),
    ]
    return { surface, extensions, ...opened(extensions, props) }
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
        'aria-label': 'Story',
        'spellcheck': 'true',
        'aria-readonly': String(readOnly),
        lang,
        dir,
      },
    },
    onMount: ({ editor: mounted }) => goThrough(mounted, made.rest),
    onCreate: ({ editor: created }) => latest.current.props.onReady?.(handleOf(created)),
    onUpdate({ editor: changed, transaction, appendedTransactions }) {
      // The page knows what it handed over; what the editor made of it by its own rules, it does not.
      const known =
        transaction.getMeta(FROM_ANOTHER) === true && !appendedTransactions.some(({ docChanged }) => docChanged)
      // What the editor adds by itself, such as the empty line at the end, is no change of anybody's.
      if (transaction.docChanged && !known) latest.current.props.onChange(() => readDocument(changed))
    },
  })
  // The library keeps to what it was made with.
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])
  // A transaction without steps makes the view draw its hints again.
  useEffect(() => {
    if (editor?.isInitialized) editor.view.dispatch(editor.state.tr.setMeta('prompt', prompt))
  }, [editor, prompt])
  return { editor, surface: made.surface, whole: made.whole }
}

/** The text it begins with, and the states that lead from there to the text as it is now. */
function opened(extensions: Parameters<typeof getSchema>[0], { initial, earlier = [] }: StoryEditorProps) {
  const schema = getSchema(extensions)
  const now = openDocument(schema, initial)
  const before = earlier.map((state) => openDocument(schema, state)).filter(({ whole }) => whole)
  const [first, ...rest] = [...before, now].map(({ doc }) => doc.toJSON())
  return { first, rest, whole: now.whole }
}

const gone = new WeakSet<Editor>()

/** Walks to the text as it is now, so that undo walks back, even beyond a reload. */
function goThrough(editor: Editor, rest: unknown[]) {
  if (gone.has(editor) || rest.length === 0) return
  gone.add(editor)
  const states = rest.map((json) => editor.schema.nodeFromJSON(json))
  replay(editor.state, states, (tr) => {
    editor.view.dispatch(tr)
    return editor.state
  })
}
