import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { UploadRows } from '#site/storage/upload-rows.tsx'
import { useUploads } from '#site/storage/use-uploads.ts'
import { changeNode } from './change-node.ts'
import { GalleryTile } from './gallery-tile.tsx'
import { ImageTools } from './image-tools.tsx'
import { MAX_PASSAGE_LENGTH } from '#contract/document/schema.ts'
import { mediaImageAttrs } from './media-nodes.ts'
import { Picture, imageAttrs } from './picture.tsx'
import { BlockTextField } from './block-text-field.tsx'
import { useFocusWithin } from './node-hooks.ts'

export function ImageView(props: ReactNodeViewProps) {
  const at = props.getPos()
  const parent = at === undefined ? null : props.editor.state.doc.resolve(at).parent
  return parent?.type.name === 'gallery' ? <GalleryTile {...props} /> : <Figure {...props} />
}

function Figure({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const attrs = imageAttrs(node.attrs)
  const { caption, size } = attrs
  const { inside, handlers } = useFocusWithin()
  const { queue, rows, said } = useUploads({
    kinds: 'pictures',
    // The alt text stays: a replacement usually shows the same subject.
    onTaken: (media) =>
      changeNode(editor, getPos, { ...mediaImageAttrs(media), alt: attrs.alt || media.picture?.alt || '' }),
  })
  const shown = editor.isEditable && (selected || inside)
  return (
    <NodeViewWrapper as="figure" className={`relative ${size === 'text' ? '' : `story-${size}`}`} {...handlers}>
      <ImageTools {...{ editor, attrs, getPos, shown }} onReplace={(file) => queue.add([file])} />
      <Picture attrs={attrs} />
      <UploadRows queue={queue} rows={rows} said={said} />
      {(editor.isEditable || caption !== '') && (
        <figcaption>
          <BlockTextField
            {...{ editor, getPos }}
            label="Caption"
            placeholder="Add a caption"
            value={caption}
            longest={MAX_PASSAGE_LENGTH}
            className={`text-center ${caption === '' && !shown ? 'edit-quiet' : ''}`}
            onChange={(next) => changeNode(editor, getPos, { caption: next })}
          />
        </figcaption>
      )}
    </NodeViewWrapper>
  )
}
