import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { imageSizes } from '#contract/document/blocks.ts'
import type { Media } from '#contract/media.ts'
import { isSitePlace } from './address.ts'
import { dataAttribute, mediaId, oneOf, text, wholeOrNull } from './attributes.ts'
import { chooseFiles } from './choose.ts'
import { ImageView } from './image-view.tsx'
import { LONGEST_LINE, LONGEST_WORDS } from './limits.ts'
import { isMedia, nodesOfMedia } from './media-nodes.ts'
import { reserve } from './pending.ts'
import { goBelow, placeFor } from './placing.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    image: {
      /** Puts pictures into the text: files are uploaded first. Without any, asks for files. */
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
    alt: { default: '', parseHTML: (element) => text(LONGEST_LINE)(imgOf(element)?.getAttribute('alt') ?? null) },
    caption: dataAttribute('caption', text(LONGEST_WORDS)),
    size: dataAttribute('size', oneOf(imageSizes, 'text')),
    width: { default: null, parseHTML: (element) => wholeOrNull(imgOf(element)?.getAttribute('width') ?? null) },
    height: { default: null, parseHTML: (element) => wholeOrNull(imgOf(element)?.getAttribute('height') ?? null) },
  }),
  // A picture of another site is taken into the library by whoever pastes it.
  parseHTML: () =>
    ['figure[data-node="image"]', 'img[src]'].map((tag) => ({
      tag,
      getAttrs: (element) => (isSitePlace(imgOf(element)?.getAttribute('src') ?? '') ? null : false),
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
          const ready = nodesOfMedia(editor.schema, 'image', media)
          const place = where ? { at: where.at, empty: null } : placeFor(tr.selection, this.type)
          if (!place || (ready.length === 0 && files.length === 0)) return false
          if (ready.length > 0) {
            const { at, empty } = place
            tr.replaceWith(empty?.from ?? at, empty?.to ?? at, ready)
            if (!where)
              goBelow(
                tr,
                ready.reduce((end, { nodeSize }) => end + nodeSize, empty?.from ?? at),
              )
          }
          const at = tr.mapping.map(place.at)
          return (
            files.length === 0 ||
            reserve(editor, tr, {
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
