import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { imageSizes } from '#contract/document/blocks.ts'
import { AltText } from './alt-text.tsx'
import { type GetPos, changeNode, removeNode } from './change-node.ts'
import { chooseFiles } from './choose.ts'
import { gather } from './gallery-moves.ts'
import { NodeTools, Tool, ToolLine } from './node-tools.tsx'

type Size = (typeof imageSizes)[number]
type Props = {
  editor: Editor
  getPos: GetPos
  attrs: { size: Size; alt: string }
  shown: boolean
  onReplace(file: File): void
}

const sizes: { size: Size; label: string; icon: string }[] = [
  { size: 'text', label: 'As wide as the text', icon: 'align-center' },
  { size: 'wide', label: 'Wide', icon: 'move-horizontal' },
  { size: 'full', label: 'Across the page', icon: 'expand' },
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
      <ToolLine />
      <AltText {...{ editor, getPos }} alt={attrs.alt} open={describing} onOpenChange={setDescribing} />
      <Tool
        label="Replace"
        icon="image-up"
        onUse={() => chooseFiles('pictures', ([file]) => file && onReplace(file), false)}
      />
      <Tool
        label="Make a gallery"
        icon="layout-grid"
        disabled={at === undefined || !mayGather(editor, at)}
        onUse={() => at !== undefined && gather(editor, at)}
      />
      <Tool label="Delete" icon="trash" danger onUse={() => removeNode(editor, getPos)} />
    </NodeTools>
  )
}

/** A gallery has no place in a cell, a list, a toggle or a callout. */
function mayGather(editor: Editor, at: number) {
  const { gallery } = editor.schema.nodes
  const $at = editor.state.doc.resolve(at)
  return gallery !== undefined && $at.parent.canReplaceWith($at.index(), $at.index() + 1, gallery)
}
