import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useRef } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { popupLook } from '#site/ui/popup-styles.ts'
import { runCommand } from './commands.ts'
import { useFloatingPosition } from '#site/ui/floating-position.ts'
import { ToolButton } from './style-buttons.tsx'
import type { EditorUi } from './editor-ui.ts'

type Props = { editor: Editor; ui: EditorUi }

/** Shown above the current table. Keyboard users find the same actions in the block menu. */
export function TableToolbar({ editor, ui }: Props) {
  const at = useEditorState({ editor, selector: ({ editor: now }) => tableAround(now) })
  return at === null ? null : <Bar key={at} {...{ editor, ui, at }} />
}

function tableAround({ state, isFocused, isEditable }: Editor): number | null {
  const { $from, empty } = state.selection
  if (!isFocused || !isEditable || !empty) return null
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name === 'table') return $from.before(depth)
  }
  return null
}

function Bar({ editor, ui, at }: Props & { at: number }) {
  const bar = useRef<HTMLDivElement>(null)
  useFloatingPosition(bar, {
    at: () => {
      const dom = editor.view.nodeDOM(at)
      return dom instanceof Element ? dom : null
    },
    placement: 'top-end',
    when: at,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      role="toolbar"
      aria-label="Table"
      className={`absolute top-0 left-0 z-20 flex w-max items-center gap-0.5 p-1 font-sans text-sm ${popupLook}`}
    >
      <Add label="Add row" onPress={() => void runCommand(editor, 'addRowAfter')}>
        Row
      </Add>
      <Add label="Add column" onPress={() => void runCommand(editor, 'addColumnAfter')}>
        Column
      </Add>
      <ToolButton label="Table options" icon="ellipsis" onPress={() => ui.set({ panel: 'block' })} />
    </div>
  )
}

function Add({ label, children, onPress }: { label: string; children: string; onPress(): void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2.5 text-gray-700 hover:bg-gray-100 pointer-coarse:min-h-11"
    >
      <Icon name="plus" size={16} />
      {children}
    </button>
  )
}
