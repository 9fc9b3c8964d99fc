import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Icon } from '#site/ui/icon.tsx'
import { keyText } from './keys.ts'
import { type TextStyle, availableStyles } from './text-styles.ts'
import type { EditorUi } from './editor-ui.ts'

type Props = { editor: Editor; ui: EditorUi; large?: boolean }

export function StyleButtons({ editor, ui, large = false }: Props) {
  const styles = availableStyles(editor)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => styles.filter((style) => style.isOn(now)).map(({ id }) => id),
  })
  return styles.map((style) => (
    <ToolButton
      key={style.id}
      label={style.name}
      icon={style.icon}
      large={large}
      isOn={on.includes(style.id)}
      {...titleOf(style)}
      onPress={() => {
        style.run(editor, ui)
        // Only the mobile toolbar returns focus: keyboard users stay in the floating one.
        if (large) editor.commands.focus(null, { scrollIntoView: false })
      }}
    />
  ))
}

function titleOf({ name, keys }: TextStyle) {
  return keys ? { title: `${name} (${keyText(keys)})` } : { title: name }
}

type ToolProps = {
  label: string
  icon: string
  onPress(): void
  isOn?: boolean
  large?: boolean
  title?: string
  disabled?: boolean
}

export function ToolButton({ label, icon, onPress, isOn, large = false, title, disabled = false }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      {...(title && { title })}
      // Taking focus from the text would close the on-screen keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onPress()}
      className={`inline-grid shrink-0 place-items-center rounded-sm text-gray-700 transition-colors hover:bg-gray-100 focus-visible:-outline-offset-2 aria-disabled:text-gray-400 aria-pressed:bg-primary-100 aria-pressed:text-primary-800 ${large ? 'size-11' : 'size-9 pointer-coarse:size-11'}`}
    >
      <Icon name={icon} size={large ? 20 : 18} />
    </button>
  )
}
