import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { imageSizes } from '#contract/document/schema.ts'
import { AltText } from './alt-text.tsx'
import { type GetPos, changeNode, removeNode } from './change-node.ts'
import { chooseFiles } from './choose-files.ts'
import { mergeIntoGallery } from './gallery-commands.ts'
import { NodeTools, Tool, ToolSeparator } from './node-tools.tsx'

type Size = (typeof imageSizes)[number]
type Props = {
  editor: Editor
  getPos: GetPos
  attrs: { size: Size; alt: string }
  shown: boolean
  onReplace(file: File): void
}

const sizes: { size: Size; label: string; icon: string }[] = [
  { size: 'text', label: 'Text width', icon: 'align-center' },
  { size: 'wide', label: 'Wide', icon: 'move-horizontal' },
  { size: 'full', label: 'Full width', icon: 'expand' },
]

export function ImageTools({ editor, getPos, attrs, shown, onReplace }: Props) {
  const [describing, setDescribing] = useState(false)
  const at = getPos()
  return (
    <NodeTools label="Picture" shown={shown || describing}>
      {sizes.map(({ size, label, icon }) => (
        <Tool
          key={size}
          label={label}
          icon={icon}
          pressed={attrs.size === size}
          onUse={() => changeNode(editor, getPos, { size })}
        />
      ))}
      <ToolSeparator />
      <AltText {...{ editor, getPos }} alt={attrs.alt} open={describing} onOpenChange={setDescribing} />
      <Tool
        label="Replace"
        icon="image-up"
        onUse={() => chooseFiles('pictures', ([file]) => file && onReplace(file), false)}
      />
      <Tool
        label="Create gallery"
        icon="layout-grid"
        disabled={at === undefined || !canMakeGallery(editor, at)}
        onUse={() => at !== undefined && mergeIntoGallery(editor, at)}
      />
      <Tool label="Delete" icon="trash" danger onUse={() => removeNode(editor, getPos)} />
    </NodeTools>
  )
}

/** Galleries cannot be nested in table cells, lists, toggles or callouts. */
function canMakeGallery(editor: Editor, at: number) {
  const { gallery } = editor.schema.nodes
  const $at = editor.state.doc.resolve(at)
  return gallery !== undefined && $at.parent.canReplaceWith($at.index(), $at.index() + 1, gallery)
}
