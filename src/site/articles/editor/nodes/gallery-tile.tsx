import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { type DragEvent, useState } from 'react'
import { changeNode } from './change-node.ts'
import { LONGEST_WORDS } from './limits.ts'
import { Picture, imageAttrs } from './picture.tsx'
import { PlainText } from './plain-text.tsx'
import { TileTools } from './tile-tools.tsx'
import { useInside } from './use-inside.ts'

/** One picture of a gallery. */
export function GalleryTile({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const attrs = imageAttrs(node.attrs)
  const { alt, caption } = attrs
  const { inside, handlers } = useInside()
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
          <PlainText
            {...{ editor, getPos }}
            label="Caption"
            placeholder="Add a caption"
            value={caption}
            longest={LONGEST_WORDS}
            className="text-center"
            onChange={(next) => changeNode(editor, getPos, { caption: next })}
          />
        </figcaption>
      )}
    </NodeViewWrapper>
  )
}
