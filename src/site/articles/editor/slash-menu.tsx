import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useId } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { CaretListbox } from './caret-listbox.tsx'
import { keyText } from './keys.ts'
import { type Block, blockGroups } from './blocks.ts'
import { insertChosenBlock } from './slash-commands.ts'
import { type SlashState, getSlashState, listSlashBlocks, setSlashState } from './slash-plugin.ts'

/** The block menu. Focus stays in the text, which points to the active option with aria-activedescendant. */
export function SlashMenu({ editor }: { editor: Editor }) {
  const slash = useEditorState({ editor, selector: ({ editor: now }) => getSlashState(now.state) })
  return slash && editor.isEditable ? <OpenMenu editor={editor} slash={slash} /> : null
}

function OpenMenu({ editor, slash }: { editor: Editor; slash: SlashState }) {
  const id = useId()
  const shown = listSlashBlocks(editor, slash)
  const active = shown[slash.active]
  const activeId = active ? `${id}-${active.id}` : null
  return (
    <CaretListbox
      editor={editor}
      at={slash.from}
      id={`${id}-menu`}
      activeId={activeId}
      label="Blocks"
      isEmpty={shown.length === 0}
      after={
        <>
          {shown.length === 0 && <p className="px-3 py-2 text-sm text-gray-600">No matching blocks.</p>}
          <output className="sr-only">{shown.length === 1 ? '1 block' : `${shown.length} blocks`}</output>
        </>
      }
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
    </CaretListbox>
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
