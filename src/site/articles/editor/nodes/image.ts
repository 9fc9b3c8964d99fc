import { type Attribute, Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { type AttributeRule, nodeRules } from '#contract/document/schema.ts'
import type { Media } from '#contract/media.ts'
import { isSitePath } from './address.ts'
import { attributesOf, parseAttribute } from './attributes.ts'
import { chooseFiles } from './choose-files.ts'
import { ImageView } from './image-view.tsx'
import { schemaOf } from './schema.ts'
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
  ...schemaOf('image'),
  draggable: true,
  addAttributes: () => ({ ...attributesOf('image'), ...imgAttributes('src', 'alt', 'width', 'height') }),
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

/** Attributes that copied HTML has on its `img` element. */
function imgAttributes(...names: readonly ('src' | 'alt' | 'width' | 'height')[]) {
  return Object.fromEntries(
    names.map((name): [string, Partial<Attribute>] => {
      const rule: AttributeRule = nodeRules.image.attrs[name]
      const parseHTML = (element: Element) => parseAttribute(rule, imgOf(element)?.getAttribute(name) ?? null)
      return [name, { default: rule.default ?? null, parseHTML }]
    }),
  )
}

function imgOf(element: Element | string) {
  if (typeof element === 'string') return null
  return element.matches('img') ? element : element.querySelector('img')
}
