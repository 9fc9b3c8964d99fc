import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { UploadRows } from '#site/storage/upload-rows.tsx'
import { useUploads } from '#site/storage/use-uploads.ts'
import { changeNode } from './change-node.ts'
import { GalleryTile } from './gallery-tile.tsx'
import { ImageTools } from './image-tools.tsx'
import { LONGEST_WORDS } from './limits.ts'
import { imageOfMedia } from './media-nodes.ts'
import { Picture, imageAttrs } from './picture.tsx'
import { PlainText } from './plain-text.tsx'
import { useInside } from './use-inside.ts'

export function ImageView(props: ReactNodeViewProps) {
  const at = props.getPos()
  const parent = at === undefined ? null : props.editor.state.doc.resolve(at).parent
  return parent?.type.name === 'gallery' ? <GalleryTile {...props} /> : <Figure {...props} />
}

function Figure({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const attrs = imageAttrs(node.attrs)
  const { caption, size } = attrs
  const { inside, handlers } = useInside()
  const { queue, rows, said } = useUploads({
    kinds: 'pictures',
    // The words stay: most often it is the same thing, seen better.
    onTaken: (media) =>
      changeNode(editor, getPos, { ...imageOfMedia(media), alt: attrs.alt || media.picture?.alt || '' }),
  })
  const shown = editor.isEditable && (selected || inside)
  return (
    <NodeViewWrapper as="figure" className={`relative ${size === 'text' ? '' : `story-${size}`}`} {...handlers}>
      <ImageTools {...{ editor, attrs, getPos, shown }} onReplace={(file) => queue.add([file])} />
      <Picture attrs={attrs} />
      <UploadRows queue={queue} rows={rows} said={said} />
      {(editor.isEditable || caption !== '') && (
        <figcaption>
          <PlainText
            {...{ editor, getPos }}
            label="Caption"
            placeholder="Add a caption"
            value={caption}
            longest={LONGEST_WORDS}
            className={`text-center ${caption === '' && !shown ? 'edit-quiet' : ''}`}
            onChange={(next) => changeNode(editor, getPos, { caption: next })}
          />
        </figcaption>
      )}
    </NodeViewWrapper>
  )
}
