import { type Editor, posToDOMRect } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useId, useRef } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { popupLook } from '#site/ui/popup-styles.ts'
import { keyText } from './keys.ts'
import { type Block, blockGroups } from './blocks.ts'
import { insertChosenBlock } from './slash-commands.ts'
import { useFloatingPosition } from '#site/ui/floating-position.ts'
import { type SlashState, getSlashState, listSlashBlocks, setSlashState } from './slash-plugin.ts'

/** The block menu. Focus stays in the text, which points to the active option with aria-activedescendant. */
export function SlashMenu({ editor }: { editor: Editor }) {
  const slash = useEditorState({ editor, selector: ({ editor: now }) => getSlashState(now.state) })
  return slash && editor.isEditable ? <OpenMenu editor={editor} slash={slash} /> : null
}

function OpenMenu({ editor, slash }: { editor: Editor; slash: SlashState }) {
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const shown = listSlashBlocks(editor, slash)
  const active = shown[slash.active]
  const activeId = active ? `${id}-${active.id}` : null
  useFloatingPosition(menu, {
    at: () => ({
      getBoundingClientRect: () => posToDOMRect(editor.view, slash.from, slash.from),
      contextElement: editor.view.dom,
    }),
    placement: 'bottom-start',
    when: slash.from,
  })
  useComboboxAttributes(editor, { menu: `${id}-menu`, active: activeId })
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
        id={`${id}-menu`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take focus from the text
        role="listbox"
        aria-label="Blocks"
        tabIndex={0}
        hidden={shown.length === 0}
        className="max-h-[min(24rem,var(--room,24rem))] scroll-py-8 overflow-y-auto p-1"
      >
        {groupBlocks(shown, slash.query).map(({ name, entries }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the groups of a listbox
          <div key={name} role="group" aria-label={name}>
            {slash.query === '' && (
              <div aria-hidden className="px-3 pt-2 pb-1 text-sm font-medium text-gray-600">
                {name}
              </div>
            )}
            {entries.map((block) => (
              <Entry
                key={block.id}
                id={`${id}-${block.id}`}
                block={block}
                isActive={block === active}
                onPoint={() => editor.view.dispatch(setSlashState(editor.state.tr, { active: shown.indexOf(block) }))}
                onChoose={() => insertChosenBlock(editor, block)}
              />
            ))}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="px-3 py-2 text-sm text-gray-600">No matching blocks.</p>}
      <output className="sr-only">{shown.length === 1 ? '1 block' : `${shown.length} blocks`}</output>
    </div>
  )
}

function groupBlocks(shown: Block[], query: string) {
  if (query !== '') return shown.length > 0 ? [{ name: 'Results', entries: shown }] : []
  return blockGroups
    .map((name) => ({ name, entries: shown.filter(({ group }) => group === name) }))
    .filter(({ entries }) => entries.length > 0)
}

type EntryProps = { id: string; block: Block; isActive: boolean; onPoint(): void; onChoose(): void }

function Entry({ id, block: { name, hint, icon, keys }, isActive, onPoint, onChoose }: EntryProps) {
  return (
    // Focus stays in the text, which points here with aria-activedescendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isActive}
      onPointerMove={() => !isActive && onPoint()}
      onClick={onChoose}
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-sm px-3 py-1 select-none aria-selected:bg-gray-100"
    >
      <Icon name={icon} size={20} className="text-gray-600" />
      <span className="min-w-0 grow">
        <span className="block text-sm font-medium text-gray-900">{name}</span>
        <span className="block truncate text-sm text-gray-600">{hint}</span>
      </span>
      {keys && <span className="shrink-0 text-sm text-gray-600 pointer-coarse:hidden">{keyText(keys)}</span>}
    </div>
  )
}

/** Sets the combobox attributes of the text while the menu is open. */
export function useComboboxAttributes(editor: Editor, { menu, active }: { menu: string; active: string | null }) {
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
