import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Icon } from '#site/ui/icon.tsx'
import { keyText } from './keys.ts'
import { type Style, stylesOf } from './styles-of-text.ts'
import type { Surface } from './surface.ts'

type Props = { editor: Editor; surface: Surface; large?: boolean }

/** A button for each style, pressed where what is selected has it already. */
export function StyleButtons({ editor, surface, large = false }: Props) {
  const styles = stylesOf(editor)
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
        style.run(editor, surface)
        // With a pointer the words never lost the focus; with the keyboard the toolbar keeps it.
        if (large) editor.commands.focus(null, { scrollIntoView: false })
      }}
    />
  ))
}

function titleOf({ name, keys }: Style) {
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
      // Pressing it must not take the focus from the words, or the phone's keyboard would go.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onPress()}
      className={`inline-grid shrink-0 place-items-center rounded-sm text-gray-700 transition-colors hover:bg-gray-100 focus-visible:-outline-offset-2 aria-disabled:text-gray-400 aria-pressed:bg-primary-100 aria-pressed:text-primary-800 ${large ? 'size-11' : 'size-9 pointer-coarse:size-11'}`}
    >
      <Icon name={icon} size={large ? 20 : 18} />
    </button>
  )
}
