import { Menu } from '@base-ui/react/menu'
import type { Editor } from '@tiptap/core'
import { Icon } from '#site/ui/icon.tsx'
import { itemLook, popupLook } from '#site/ui/popup-styles.ts'
import { keyText } from './keys.ts'
import { convertBlock, currentBlock, deleteBlock, duplicateBlock, listConversions } from './block-commands.ts'
import { type EditorUi, useEditorUi } from './editor-ui.ts'
import { moveCurrentBlock } from './editing-extension.ts'
import { tableActions } from './table-actions.ts'
import { dispatchUndoStep } from './undo-step.ts'
type Props = { editor: Editor; ui: EditorUi }

export function BlockMenu({ editor, ui }: Props) {
  const open = useEditorUi(ui, ({ panel }) => panel === 'block')
  return (
    <Menu.Root open={open} modal={false} onOpenChange={(next) => ui.set({ panel: next ? 'block' : null })}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={() => anchorOf(editor)}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-40"
        >
          <Menu.Popup
            aria-label="Block options"
            className={`max-h-(--available-height) min-w-56 overflow-y-auto p-1 font-sans ${popupLook}`}
            finalFocus={() => {
              editor.commands.focus(null, { scrollIntoView: false })
              return false
            }}
          >
            <Items editor={editor} ui={ui} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function anchorOf(editor: Editor): Element | null {
  const at = currentBlock(editor.state)
  const dom = at && editor.view.nodeDOM(at.pos)
  return dom instanceof Element ? dom : editor.view.dom
}

function Items({ editor, ui }: Props) {
  const at = currentBlock(editor.state)
  if (!at) return null
  const conversions = listConversions(editor, at)
  const duplicate = () => dispatchUndoStep(editor.view, duplicateBlock(editor.state, at))
  const remove = () => dispatchUndoStep(editor.view, deleteBlock(editor.state, at))
  return (
    <>
      <Item icon="arrow-up" keys="Alt-Shift-ArrowUp" onSelect={() => moveCurrentBlock(editor, ui, -1)}>
        Move up
      </Item>
      <Item icon="arrow-down" keys="Alt-Shift-ArrowDown" onSelect={() => moveCurrentBlock(editor, ui, 1)}>
        Move down
      </Item>
      <Item icon="copy" onSelect={duplicate}>
        Duplicate
      </Item>
      <Item icon="trash" danger onSelect={remove}>
        Delete
      </Item>
      {at.node.type.name === 'table' && (
        <Menu.Group>
          <Menu.Separator className="mx-2 my-1 h-px bg-gray-200" />
          <Menu.GroupLabel className="px-3 py-1 text-sm font-medium text-gray-600">Table</Menu.GroupLabel>
          {tableActions.map(({ name, icon, danger, run }) => (
            <Item key={name} icon={icon} {...(danger && { danger })} onSelect={() => run(editor)}>
              {name}
            </Item>
          ))}
        </Menu.Group>
      )}
      {conversions.length > 0 && (
        <Menu.Group>
          <Menu.Separator className="mx-2 my-1 h-px bg-gray-200" />
          <Menu.GroupLabel className="px-3 py-1 text-sm font-medium text-gray-600">Turn into</Menu.GroupLabel>
          {conversions.map((block) => (
            <Item key={block.id} icon={block.icon} onSelect={() => convertBlock(editor, block)}>
              {block.name}
            </Item>
          ))}
        </Menu.Group>
      )}
    </>
  )
}

type ItemProps = { icon: string; children: string; keys?: string; danger?: boolean; onSelect(): void }

function Item({ icon, children, keys, danger = false, onSelect }: ItemProps) {
  return (
    <Menu.Item className={`${itemLook} ${danger ? 'text-danger-700' : ''}`} onClick={onSelect}>
      <Icon name={icon} size={16} />
      <span className="grow">{children}</span>
      {keys && <span className="text-gray-600 pointer-coarse:hidden">{keyText(keys)}</span>}
    </Menu.Item>
  )
}
