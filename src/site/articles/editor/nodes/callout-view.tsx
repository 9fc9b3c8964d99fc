import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { calloutTones } from '#contract/document/schema.ts'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#site/ui/menu.tsx'
import { changeNode, removeNode } from './change-node.ts'

type Tone = (typeof calloutTones)[number]

const toneLabels: Record<Tone, string> = { note: 'Note', tip: 'Tip', warning: 'Warning', important: 'Important' }

export function CalloutView({ editor, node, getPos }: ReactNodeViewProps) {
  const tone: Tone = node.attrs['tone']
  const lift = () => {
    const at = getPos()
    if (at !== undefined)
      editor
        .chain()
        .setTextSelection(at + 2)
        .unsetCallout()
        .focus()
        .run()
  }
  return (
    <NodeViewWrapper as="aside" className="story-callout" role="note" dir="auto" data-tone={tone}>
      <p className="story-tone" contentEditable={false}>
        {editor.isEditable ? (
          <Menu
            align="start"
            trigger={
              <button
                type="button"
                aria-label={`${toneLabels[tone]}: change callout type`}
                className="-my-2.5 inline-flex min-h-11 items-center gap-1 rounded-sm pointer-fine:-my-1 pointer-fine:min-h-7"
              >
                <bdi>{toneLabels[tone]}</bdi>
                <Icon name="chevron-down" size={14} />
              </button>
            }
          >
            {calloutTones.map((each) => (
              <MenuItem
                key={each}
                {...(each === tone && { icon: 'check' })}
                onSelect={() => changeNode(editor, getPos, { tone: each })}
              >
                <span className={each === tone ? '' : 'ps-6.5'}>{toneLabels[each]}</span>
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem icon="undo-2" onSelect={lift}>
              Convert to plain text
            </MenuItem>
            <MenuItem icon="trash" tone="danger" onSelect={() => removeNode(editor, getPos)}>
              Delete
            </MenuItem>
          </Menu>
        ) : (
          <bdi>{toneLabels[tone]}</bdi>
        )}
      </p>
      <NodeViewContent className="edit-content" />
    </NodeViewWrapper>
  )
}
