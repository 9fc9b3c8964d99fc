import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import type { Media } from '#contract/media.ts'
import { dataAttribute, text } from './attributes.ts'
import { chooseFiles } from './choose.ts'
import { galleryDrop } from './gallery-drop.ts'
import { MOST_IMAGES } from './gallery-moves.ts'
import { GalleryView } from './gallery-view.tsx'
import { LONGEST_WORDS } from './limits.ts'
import { isMedia, nodesOfMedia } from './media-nodes.ts'
import { reserve } from './pending.ts'
import { insertBlock } from './placing.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    gallery: {
      /** Puts pictures side by side. Files are uploaded first; without any, asks for files. */
      insertGallery(pictures?: readonly (File | Media)[]): ReturnType
    }
  }
}

export const Gallery = Node.create({
  name: 'gallery',
  group: 'block',
  content: `image{1,${MOST_IMAGES}}`,
  isolating: true,
  addAttributes: () => ({ caption: dataAttribute('caption', text(LONGEST_WORDS)) }),
  parseHTML: () => [{ tag: 'div[data-node="gallery"]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-node': 'gallery' }), 0],
  addNodeView: () => ReactNodeViewRenderer(GalleryView),
  extendNodeSchema: ({ name }) => (name === 'image' || name === 'gallery' ? { disableDropCursor: overGallery } : {}),
  addProseMirrorPlugins: () => [galleryDrop()],
  addCommands() {
    return {
      insertGallery:
        (pictures) =>
        ({ editor, tr, dispatch }) => {
          if (!dispatch) return true
          if (!pictures) {
            chooseFiles('pictures', (files) => editor.commands.insertGallery(files))
            return true
          }
          const few = pictures.slice(0, MOST_IMAGES)
          const files = few.filter((picture) => picture instanceof File)
          if (files.length > 0) return reserve(editor, tr, { as: 'gallery', files: [files], type: this.type })
          const media = few.filter(isMedia)
          const [gallery] = nodesOfMedia(editor.schema, 'gallery', media)
          return gallery !== undefined && insertBlock(tr, gallery, { type: this.type, caret: 'on' }) !== null
        },
    }
  },
})

/** Between pictures of a gallery the place is shown by the gallery itself. */
function overGallery(_view: unknown, _pos: unknown, { target }: DragEvent) {
  return target instanceof Element && target.closest('[data-gallery]') !== null
}
