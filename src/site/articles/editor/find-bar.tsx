import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { popupLook } from '#site/ui/popup-styles.ts'
import {
  getFindState,
  goToMatch,
  replaceAllMatches,
  replaceMatch,
  returnToText,
  selectMatch,
  setFindState,
} from './find-plugin.ts'
import { ToolButton } from './style-buttons.tsx'
import { type EditorUi, useEditorUi } from './editor-ui.ts'

type Props = { editor: Editor; ui: EditorUi }

export function FindBar({ editor, ui }: Props) {
  const panel = useEditorUi(ui, ({ panel: open }) => open)
  return panel === 'find' || panel === 'replace' ? (
    <OpenBar editor={editor} ui={ui} replacing={panel === 'replace' && editor.isEditable} />
  ) : null
}

function OpenBar({ editor, ui, replacing }: Props & { replacing: boolean }) {
  const [text, setText] = useState(() => selectedText(editor))
  const [replacement, setReplacement] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [wholeWord, setWholeWord] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { count, active } = useEditorState({ editor, selector: ({ editor: now }) => matchPosition(now) })

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    return () => {
      if (!editor.isDestroyed) editor.view.dispatch(setFindState(editor.state.tr, { close: true }))
    }
  }, [editor])

  useEffect(() => {
    const { tr, selection } = editor.state
    editor.view.dispatch(setFindState(tr, { query: { text, matchCase, wholeWord }, near: selection.from }))
    const find = getFindState(editor.state)
    if (find) selectMatch(editor, find.active)
  }, [editor, text, matchCase, wholeWord])

  function close() {
    returnToText(editor)
    ui.set({ panel: null })
  }

  function onKeyDown(event: KeyboardEvent) {
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') close()
    else if (isMod && event.key.toLowerCase() === 'f') ui.set({ panel: event.altKey ? 'replace' : 'find' })
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function replaceAll() {
    const replaced = replaceAllMatches(editor, replacement)
    ui.announce(replaced === 1 ? 'Replaced 1 match.' : `Replaced ${replaced.toLocaleString()} matches.`)
  }

  const summary = text === '' ? '' : count === 0 ? 'No results' : `${active + 1} of ${count.toLocaleString()}`
  return (
    <div className="pointer-events-none sticky top-(--editor-top,0.5rem) z-30 h-0">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape bubbles up from every control inside */}
      <search
        aria-label="Find in story"
        onKeyDown={onKeyDown}
        className={`pointer-events-auto ms-auto grid w-full max-w-md gap-2 p-2 font-sans ${popupLook}`}
      >
        <div className="flex flex-wrap items-center gap-1">
          <input
            ref={field}
            type="text"
            enterKeyHint="search"
            aria-label="Find"
            placeholder="Find"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && goToMatch(editor, event.shiftKey ? -1 : 1)}
            className={`min-h-9 min-w-32 flex-1 ${controlLook}`}
          />
          <output aria-live="polite" className="min-w-18 px-1 text-center text-sm text-gray-600 tabular-nums">
            {summary}
          </output>
          <div className="flex">
            <ToolButton
              label="Previous"
              icon="chevron-up"
              disabled={count === 0}
              onPress={() => goToMatch(editor, -1)}
            />
            <ToolButton label="Next" icon="chevron-down" disabled={count === 0} onPress={() => goToMatch(editor, 1)} />
            <ToolButton
              label="Match case"
              icon="case-sensitive"
              isOn={matchCase}
              onPress={() => setMatchCase(!matchCase)}
            />
            <ToolButton
              label="Whole words"
              icon="whole-word"
              isOn={wholeWord}
              onPress={() => setWholeWord(!wholeWord)}
            />
            {editor.isEditable && (
              <ToolButton
                label="Replace"
                icon="replace"
                isOn={replacing}
                onPress={() => ui.set({ panel: replacing ? 'find' : 'replace' })}
              />
            )}
            <ToolButton label="Close" icon="x" onPress={close} />
          </div>
        </div>
        {replacing && (
          <div className="flex flex-wrap items-center gap-2">
            <input
              type="text"
              aria-label="Replace with"
              placeholder="Replace with"
              value={replacement}
              onChange={(event) => setReplacement(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && replaceMatch(editor, replacement)}
              className={`min-h-9 min-w-32 flex-1 ${controlLook}`}
            />
            <Button
              tone="quiet"
              size="sm"
              aria-disabled={count === 0}
              onClick={() => replaceMatch(editor, replacement)}
            >
              Replace
            </Button>
            <Button tone="quiet" size="sm" aria-disabled={count === 0} onClick={replaceAll}>
              Replace all
            </Button>
          </div>
        )}
      </search>
    </div>
  )
}

function matchPosition({ state }: Editor) {
  const find = getFindState(state)
  return { count: find?.matches.length ?? 0, active: find?.active ?? 0 }
}

/** Text selected within one block is the initial query. */
function selectedText({ state }: Editor) {
  const { from, to, $from, $to } = state.selection
  return $from.sameParent($to) ? state.doc.textBetween(from, to).slice(0, 200) : ''
}
