import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { changeNode, removeNode } from './change-node.ts'
import { chooseFiles } from './choose-files.ts'
import { MAX_GALLERY_IMAGES, MAX_PASSAGE_LENGTH } from '#contract/document/schema.ts'
import { BlockTextField } from './block-text-field.tsx'

export function GalleryView({ editor, node, getPos }: ReactNodeViewProps) {
  const caption = String(node.attrs['caption'])
  const room = MAX_GALLERY_IMAGES - node.childCount
  const add = () =>
    chooseFiles('pictures', (files) => {
      const at = getPos()
      const end = at === undefined ? null : editor.state.doc.nodeAt(at)?.nodeSize
      if (at !== undefined && end) editor.commands.insertImages(files.slice(0, room), { at: at + end - 1 })
    })
  return (
    <NodeViewWrapper as="figure" className="story-gallery" data-gallery="">
      <NodeViewContent className="story-gallery-pictures" />
      {(editor.isEditable || caption !== '') && (
        <figcaption contentEditable={false}>
          <BlockTextField
            {...{ editor, getPos }}
            label="Gallery caption"
            placeholder="Add a gallery caption"
            value={caption}
            longest={MAX_PASSAGE_LENGTH}
            className="text-center"
            onChange={(next) => changeNode(editor, getPos, { caption: next })}
          />
        </figcaption>
      )}
      {editor.isEditable && (
        <div contentEditable={false} className="mt-2 flex flex-wrap justify-center gap-2 font-sans">
          <Button tone="quiet" size="sm" disabled={room <= 0} onClick={add}>
            <Icon name="plus" size={16} />
            {room > 0 ? 'Add pictures' : `Maximum of ${MAX_GALLERY_IMAGES} pictures`}
          </Button>
          <Button tone="plain" size="sm" onClick={() => removeNode(editor, getPos)}>
            Delete gallery
          </Button>
        </div>
      )}
    </NodeViewWrapper>
  )
}
