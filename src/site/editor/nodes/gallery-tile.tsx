import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { type DragEvent, useState } from 'react'
import { AltText } from './alt-text.tsx'
import { changeNode } from './change-node.ts'
import { deleteImage, moveInGallery, takeOutOfGallery } from './gallery-moves.ts'
import { LONGEST_WORDS } from './limits.ts'
import { NodeTools, Tool, ToolLine } from './node-tools.tsx'
import { Picture, imageAttrs } from './picture.tsx'
import { PlainText } from './plain-text.tsx'
import { useInside } from './use-inside.ts'

/** One picture of a gallery. */
export function GalleryTile({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const attrs = imageAttrs(node.attrs)
  const { alt, caption } = attrs
  const { inside, handlers } = useInside()
  const [describing, setDescribing] = useState(false)
  const [over, setOver] = useState<'before' | 'after' | null>(null)
  const at = getPos()
  const $at = at === undefined ? null : editor.state.doc.resolve(at)
  const shown = editor.isEditable && (selected || inside || describing)
  const run = (how: (pos: number) => void) => {
    const pos = getPos()
    if (pos !== undefined) how(pos)
  }
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
      <NodeTools label={`Picture ${($at?.index() ?? 0) + 1} of ${$at?.parent.childCount ?? 1}`} shown={shown}>
        <Tool
          label="Move before"
          icon="arrow-left"
          disabled={$at?.index() === 0}
          onUse={() => run((pos) => moveInGallery(editor, pos, -1))}
        />
        <Tool
          label="Move after"
          icon="arrow-right"
          disabled={$at ? $at.index() === $at.parent.childCount - 1 : true}
          onUse={() => run((pos) => moveInGallery(editor, pos, 1))}
        />
        <ToolLine />
        <AltText {...{ editor, getPos, alt }} open={describing} onOpenChange={setDescribing} />
        <Tool
          label="Take out of the gallery"
          icon="ungroup"
          onUse={() => run((pos) => takeOutOfGallery(editor, pos))}
        />
        <Tool
          label="Delete"
          icon="trash-2"
          danger
          onUse={() =>
            run((pos) =>
              editor
                .chain()
                .command(({ tr }) => (deleteImage(tr, pos), true))
                .focus()
                .run(),
            )
          }
        />
      </NodeTools>
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
