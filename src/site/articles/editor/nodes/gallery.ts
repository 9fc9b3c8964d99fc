import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import type { Media } from '#contract/media.ts'
import { chooseFiles } from './choose-files.ts'
import { MAX_GALLERY_IMAGES } from '#contract/document/schema.ts'
import { deleteImage } from './gallery-commands.ts'
import { GalleryView } from './gallery-view.tsx'
import { schemaOf } from './schema.ts'
import { createMediaNodes, isMedia } from './media-nodes.ts'
import { insertPending } from './pending.ts'
import { insertBlock } from './insertion.ts'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    gallery: {
      /** Inserts a gallery, uploading files first. Without pictures, opens the file dialog. */
      insertGallery(pictures?: readonly (File | Media)[]): ReturnType
    }
  }
}

export const Gallery = Node.create({
  ...schemaOf('gallery'),
  isolating: true,
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
          const allowed = pictures.slice(0, MAX_GALLERY_IMAGES)
          const files = allowed.filter((picture) => picture instanceof File)
          if (files.length > 0) return insertPending(editor, tr, { as: 'gallery', files: [files], type: this.type })
          const media = allowed.filter(isMedia)
          const [gallery] = createMediaNodes(editor.schema, 'gallery', media)
          return gallery !== undefined && insertBlock(tr, gallery, { type: this.type, caret: 'on' }) !== null
        },
    }
  },
})

/** The gallery draws its own drop indicator. */
function overGallery(_view: unknown, _pos: unknown, { target }: DragEvent) {
  return target instanceof Element && target.closest('[data-gallery]') !== null
}

/** A picture dropped on a gallery picture goes before or after it. */
function galleryDrop() {
  return new Plugin({
    props: {
      handleDrop(view, event, slice, moved) {
        const images = slice.content.content
        if (images.length === 0 || images.some(({ type }) => type.name !== 'image')) return false
        const at = dropPosition(view, event)
        if (at === null) return false
        const { tr } = view.state
        tr.insert(at, images)
        const { selection } = view.state
        const source = moved && selection instanceof NodeSelection ? selection.from : null
        if (source !== null) deleteImage(tr, tr.mapping.map(source))
        if (tr.doc.resolve(tr.mapping.map(at, -1)).parent.childCount > MAX_GALLERY_IMAGES) return false
        view.dispatch(tr.setMeta('uiEvent', 'drop'))
        return true
      },
    },
  })
}

function dropPosition(view: EditorView, { target, clientX }: DragEvent): number | null {
  const tile = target instanceof Element ? target.closest('[data-gallery] .node-image') : null
  if (!tile) return null
  const pos = view.posAtDOM(tile, 0)
  const { left, width } = tile.getBoundingClientRect()
  const rightToLeft = getComputedStyle(tile).direction === 'rtl'
  const after = clientX > left + width / 2 !== rightToLeft
  const image = view.state.doc.nodeAt(pos)
  return image ? pos + (after ? image.nodeSize : 0) : null
}
