import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { popupLook } from '#site/ui/popup-styles.ts'
import { changeFind, findOf, goToFound, replaceAllFound, replaceFound, showFound, writeOn } from './find-plugin.ts'
import { useStored } from './store.ts'
import { ToolButton } from './style-buttons.tsx'
import type { Surface } from './surface.ts'

type Props = { editor: Editor; surface: Surface }

export function FindBar({ editor, surface }: Props) {
  const panel = useStored(surface, ({ panel: open }) => open)
  return panel === 'find' || panel === 'replace' ? (
    <OpenBar editor={editor} surface={surface} replacing={panel === 'replace' && editor.isEditable} />
  ) : null
}

function OpenBar({ editor, surface, replacing }: Props & { replacing: boolean }) {
  const [words, setWords] = useState(() => selectedWords(editor))
  const [instead, setInstead] = useState('')
  const [sameCase, setSameCase] = useState(false)
  const [wholeWord, setWholeWord] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { count, active } = useEditorState({ editor, selector: ({ editor: now }) => placesOf(now) })

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    return () => {
      if (!editor.isDestroyed) editor.view.dispatch(changeFind(editor.state.tr, { close: true }))
    }
  }, [editor])

  useEffect(() => {
    const { tr, selection } = editor.state
    editor.view.dispatch(changeFind(tr, { wanted: { words, sameCase, wholeWord }, near: selection.from }))
    const find = findOf(editor.state)
    if (find) showFound(editor, find.active)
  }, [editor, words, sameCase, wholeWord])

  function close() {
    writeOn(editor)
    surface.set({ panel: null })
  }

  function onKeyDown(event: KeyboardEvent) {
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') close()
    else if (isMod && event.key.toLowerCase() === 'f') surface.set({ panel: event.altKey ? 'replace' : 'find' })
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function replaceAll() {
    const replaced = replaceAllFound(editor, instead)
    surface.say(replaced === 1 ? 'Replaced once.' : `Replaced ${replaced.toLocaleString()} times.`)
  }

  const summary = words === '' ? '' : count === 0 ? 'Not found' : `${active + 1} of ${count.toLocaleString()}`
  return (
    <div className="pointer-events-none sticky top-(--editor-top,0.5rem) z-30 h-0">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc is heard from every control inside */}
      <search
        aria-label="Find in the story"
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
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && goToFound(editor, event.shiftKey ? -1 : 1)}
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
              onPress={() => goToFound(editor, -1)}
            />
            <ToolButton label="Next" icon="chevron-down" disabled={count === 0} onPress={() => goToFound(editor, 1)} />
            <ToolButton
              label="Match case"
              icon="case-sensitive"
              isOn={sameCase}
              onPress={() => setSameCase(!sameCase)}
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
                onPress={() => surface.set({ panel: replacing ? 'find' : 'replace' })}
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
              value={instead}
              onChange={(event) => setInstead(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && replaceFound(editor, instead)}
              className={`min-h-9 min-w-32 flex-1 ${controlLook}`}
            />
            <Button tone="quiet" size="sm" aria-disabled={count === 0} onClick={() => replaceFound(editor, instead)}>
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

function placesOf({ state }: Editor) {
  const find = findOf(state)
  return { count: find?.found.length ?? 0, active: find?.active ?? 0 }
}

/** Who has a word selected probably looks for it. */
function selectedWords({ state }: Editor) {
  const { from, to, $from, $to } = state.selection
  return $from.sameParent($to) ? state.doc.textBetween(from, to).slice(0, 200) : ''
}
