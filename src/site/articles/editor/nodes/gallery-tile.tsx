import { NodeViewWrapper, type ReactNodeViewProps, useEditorState } from '@tiptap/react'
import { type DragEvent, useState } from 'react'
import { type GetPos, changeNode } from './change-node.ts'
import { MAX_PASSAGE_LENGTH } from '#contract/document/schema.ts'
import { Picture, imageAttrs } from './picture.tsx'
import { BlockTextField } from './block-text-field.tsx'
import { useFocusWithin } from './node-hooks.ts'
import type { Editor } from '@tiptap/core'
import { AltText } from './alt-text.tsx'
import { deleteImage, moveInGallery, moveOutOfGallery } from './gallery-commands.ts'
import { NodeTools, Tool, ToolSeparator } from './node-tools.tsx'

export function GalleryTile({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const attrs = imageAttrs(node.attrs)
  const { alt, caption } = attrs
  const { inside, handlers } = useFocusWithin()
  const [describing, setDescribing] = useState(false)
  const [over, setOver] = useState<'before' | 'after' | null>(null)
  const shown = editor.isEditable && (selected || inside || describing)
  const dragOver = ({ currentTarget, clientX }: DragEvent<HTMLElement>) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect()
    const rightToLeft = getComputedStyle(currentTarget).direction === 'rtl'
    setOver(clientX > left + wide / 2 !== rightToLeft ? 'after' : 'before')
  }
  return (
    <NodeViewWrapper
      as="figure"
      className="relative"
      data-over={over ?? undefined}
      onDragOver={dragOver}
      onDragLeave={() => setOver(null)}
      onDrop={() => setOver(null)}
      {...handlers}
    >
      {shown && <TileTools {...{ editor, getPos, alt, describing, setDescribing }} />}
      <Picture attrs={attrs} />
      {(shown || caption !== '') && (
        <figcaption>
          <BlockTextField
            {...{ editor, getPos }}
            label="Caption"
            placeholder="Add a caption"
            value={caption}
            longest={MAX_PASSAGE_LENGTH}
            className="text-center"
            onChange={(next) => changeNode(editor, getPos, { caption: next })}
          />
        </figcaption>
      )}
    </NodeViewWrapper>
  )
}

type Props = { editor: Editor; getPos: GetPos; alt: string; describing: boolean; setDescribing(open: boolean): void }

function TileTools({ editor, getPos, alt, describing, setDescribing }: Props) {
  // A moved picture keeps its view, so its position is read from the state.
  const { index, count } = useEditorState({ editor, selector: () => indexInGallery(editor, getPos()) })
  const run = (how: (pos: number) => void) => {
    const pos = getPos()
    if (pos !== undefined) how(pos)
  }
  const remove = (pos: number) => {
    editor
      .chain()
      .command(({ tr }) => {
        deleteImage(tr, pos)
        return true
      })
      .focus()
      .run()
  }
  return (
    <NodeTools label={`Picture ${index + 1} of ${count}`} shown>
      <Tool
        label="Move before"
        icon="arrow-left"
        disabled={index === 0}
        onUse={() => run((pos) => moveInGallery(editor, pos, -1))}
      />
      <Tool
        label="Move after"
        icon="arrow-right"
        disabled={index === count - 1}
        onUse={() => run((pos) => moveInGallery(editor, pos, 1))}
      />
      <ToolSeparator />
      <AltText {...{ editor, getPos, alt }} open={describing} onOpenChange={setDescribing} />
      <Tool label="Move out of gallery" icon="ungroup" onUse={() => run((pos) => moveOutOfGallery(editor, pos))} />
      <Tool label="Delete" icon="trash" danger onUse={() => run(remove)} />
    </NodeTools>
  )
}

function indexInGallery(editor: Editor, at: number | undefined) {
  if (at === undefined) return { index: 0, count: 1 }
  const $at = editor.state.doc.resolve(at)
  return { index: $at.index(), count: $at.parent.childCount }
}
