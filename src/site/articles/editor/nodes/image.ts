import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { imageSizes } from '#contract/document/blocks.ts'
import type { Media } from '#contract/media.ts'
import { isSitePath } from './address.ts'
import { dataAttribute, mediaId, oneOf, positiveIntegerOrNull, text } from './attributes.ts'
import { chooseFiles } from './choose-files.ts'
import { ImageView } from './image-view.tsx'
import { MAX_LABEL_LENGTH, MAX_TEXT_LENGTH } from './schema.ts'
import { createMediaNodes, isMedia } from './media-nodes.ts'
import { insertPending } from './pending.ts'
import { findInsertionPoint, moveCaretBelow } from './insertion.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    image: {
      /** Inserts pictures, uploading files first. Without pictures, opens the file dialog. */
      insertImages(pictures?: readonly (File | Media)[], where?: { at: number }): ReturnType
    }
  }
}

export const StoryImage = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    media: dataAttribute('media', mediaId),
    src: { default: '', parseHTML: (element) => imgOf(element)?.getAttribute('src') ?? '' },
    alt: { default: '', parseHTML: (element) => text(MAX_LABEL_LENGTH)(imgOf(element)?.getAttribute('alt') ?? null) },
    caption: dataAttribute('caption', text(MAX_TEXT_LENGTH)),
    size: dataAttribute('size', oneOf(imageSizes, 'text')),
    width: {
      default: null,
      parseHTML: (element) => positiveIntegerOrNull(imgOf(element)?.getAttribute('width') ?? null),
    },
    height: {
      default: null,
      parseHTML: (element) => positiveIntegerOrNull(imgOf(element)?.getAttribute('height') ?? null),
    },
  }),
  // Pictures of other sites are imported by the paste plugin.
  parseHTML: () =>
    ['figure[data-node="image"]', 'img[src]'].map((tag) => ({
      tag,
      getAttrs: (element) => (isSitePath(imgOf(element)?.getAttribute('src') ?? '') ? null : false),
    })),
  renderHTML({ HTMLAttributes: { src, alt, width, height, ...data } }) {
    return ['figure', mergeAttributes(data, { 'data-node': 'image' }), ['img', { src, alt, width, height }]]
  },
  addNodeView: () => ReactNodeViewRenderer(ImageView),
  addCommands() {
    return {
      insertImages:
        (pictures, where) =>
        ({ editor, tr, dispatch }) => {
          if (!dispatch) return true
          if (!pictures) {
            chooseFiles('pictures', (files) => editor.commands.insertImages(files, where))
            return true
          }
          const files = pictures.filter((picture) => picture instanceof File)
          const media = pictures.filter(isMedia)
          const ready = createMediaNodes(editor.schema, 'image', media)
          const place = where ? { at: where.at, empty: null } : findInsertionPoint(tr.selection, this.type)
          if (!place || (ready.length === 0 && files.length === 0)) return false
          if (ready.length > 0) {
            const { at, empty } = place
            tr.replaceWith(empty?.from ?? at, empty?.to ?? at, ready)
            if (!where)
              moveCaretBelow(
                tr,
                ready.reduce((end, { nodeSize }) => end + nodeSize, empty?.from ?? at),
              )
          }
          const at = tr.mapping.map(place.at)
          return (
            files.length === 0 ||
            insertPending(editor, tr, {
              as: 'image',
              files: files.map((file) => [file]),
              type: this.type,
              at: ready.length > 0 || where ? at : null,
            })
          )
        },
    }
  },
})

function imgOf(element: Element | string) {
  if (typeof element === 'string') return null
  return element.matches('img') ? element : element.querySelector('img')
}
