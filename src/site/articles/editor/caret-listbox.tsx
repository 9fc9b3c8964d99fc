import { type Editor, posToDOMRect } from '@tiptap/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFloatingPosition } from '#site/ui/floating-position.ts'
import { popupLook } from '#site/ui/popup-styles.ts'

type Props = {
  editor: Editor
  /** The position in the text that the menu is shown below. */
  at: number
  id: string
  activeId: string | null
  label: string
  isEmpty?: boolean
  children: ReactNode
  /** Below the options. */
  after?: ReactNode
}

/** A menu below the caret. Focus stays in the text, which points to the active option with aria-activedescendant. */
export function CaretListbox({ editor, at, id, activeId, label, isEmpty = false, children, after }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  useFloatingPosition(menu, {
    at: () => ({
      getBoundingClientRect: () => posToDOMRect(editor.view, at, at),
      contextElement: editor.view.dom,
    }),
    placement: 'bottom-start',
    when: at,
  })
  useComboboxAttributes(editor, { menu: id, active: activeId })
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      ref={menu}
      role="presentation"
      className={`absolute top-0 left-0 z-30 w-[min(20rem,calc(100vw-2rem))] font-sans ${popupLook}`}
      // The menu closes when the text loses focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take focus from the text
        role="listbox"
        aria-label={label}
        tabIndex={0}
        hidden={isEmpty}
        className="max-h-[min(24rem,var(--room,24rem))] scroll-py-8 overflow-y-auto p-1"
      >
        {children}
      </div>
      {after}
    </div>
  )
}

/** Sets the combobox attributes of the text while the menu is open. */
function useComboboxAttributes(editor: Editor, { menu, active }: { menu: string; active: string | null }) {
  useEffect(() => {
    const { dom } = editor.view
    dom.setAttribute('aria-controls', menu)
    dom.setAttribute('aria-haspopup', 'listbox')
    dom.setAttribute('aria-autocomplete', 'list')
    return () => {
      for (const name of ['aria-controls', 'aria-haspopup', 'aria-autocomplete']) dom.removeAttribute(name)
    }
  }, [editor, menu])
  useEffect(() => {
    const { dom } = editor.view
    if (active) dom.setAttribute('aria-activedescendant', active)
    return () => dom.removeAttribute('aria-activedescendant')
  }, [editor, active])
}
