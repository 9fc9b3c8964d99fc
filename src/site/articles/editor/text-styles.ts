import type { Editor } from '@tiptap/core'
import { hasCommand, runCommand } from './commands.ts'
import type { EditorUi } from './editor-ui.ts'

/** A toolbar button that formats the selection. */
export type TextStyle = {
  id: string
  name: string
  icon: string
  keys?: string
  needs: string
  isOn(editor: Editor): boolean
  run(editor: Editor, ui: EditorUi): void
}

const mark = (id: string, name: string, more: { icon: string; keys: string; command: string }): TextStyle => ({
  id,
  name,
  icon: more.icon,
  keys: more.keys,
  needs: more.command,
  isOn: (editor) => editor.isActive(id),
  run: (editor) => void runCommand(editor, more.command),
})

const heading = (level: 2 | 3, name: string): TextStyle => ({
  id: `heading-${level}`,
  name,
  icon: `heading-${level}`,
  keys: `Mod-Alt-${level}`,
  needs: 'toggleHeading',
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => void runCommand(editor, 'toggleHeading', { level }),
})

const all: TextStyle[] = [
  mark('bold', 'Bold', { icon: 'bold', keys: 'Mod-B', command: 'toggleBold' }),
  mark('italic', 'Italic', { icon: 'italic', keys: 'Mod-I', command: 'toggleItalic' }),
  mark('strike', 'Strikethrough', { icon: 'strikethrough', keys: 'Mod-Shift-S', command: 'toggleStrike' }),
  mark('code', 'Code', { icon: 'code', keys: 'Mod-E', command: 'toggleCode' }),
  mark('highlight', 'Highlight', { icon: 'highlighter', keys: 'Mod-Shift-H', command: 'toggleHighlight' }),
  mark('superscript', 'Superscript', { icon: 'superscript', keys: 'Mod-.', command: 'toggleSuperscript' }),
  mark('subscript', 'Subscript', { icon: 'subscript', keys: 'Mod-,', command: 'toggleSubscript' }),
  {
    id: 'link',
    name: 'Link',
    icon: 'link',
    keys: 'Mod-K',
    needs: 'setLink',
    isOn: (editor) => editor.isActive('link'),
    run: (_, ui) => ui.set({ panel: 'link' }),
  },
  heading(2, 'Heading'),
  heading(3, 'Subheading'),
  {
    id: 'quote',
    name: 'Quote',
    icon: 'text-quote',
    keys: 'Mod-Shift-B',
    needs: 'toggleBlockquote',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => void runCommand(editor, 'toggleBlockquote'),
  },
  {
    id: 'pull-quote',
    name: 'Pull quote',
    icon: 'quote',
    needs: 'setPullQuote',
    isOn: (editor) => editor.isActive('pullQuote'),
    run: (editor) => void runCommand(editor, editor.isActive('pullQuote') ? 'setParagraph' : 'setPullQuote'),
  },
]

export function availableStyles(editor: Editor): TextStyle[] {
  return all.filter(({ needs }) => hasCommand(editor, needs))
}
