import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import type { Media } from '#contract/media.ts'
import { isSitePlace } from './address.ts'
import { dataAttribute, mediaId, text, wholeOrNull } from './attributes.ts'
import { chooseFiles } from './choose.ts'
import { FileView } from './file-view.tsx'
import { LONGEST_LINE } from './limits.ts'
import { nodesOfMedia } from './media-nodes.ts'
import { reserve } from './pending.ts'
import { insertBlock } from './placing.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    file: {
      /** A file for readers to take. It is uploaded first; without one, asks for it. */
      insertFile(file?: File | Media): ReturnType
    }
  }
}

export const StoryFile = Node.create({
  name: 'file',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    media: dataAttribute('media', mediaId),
    name: dataAttribute('name', text(LONGEST_LINE)),
    size: dataAttribute('size', (given) => wholeOrNull(given) ?? 0),
    href: dataAttribute('href', text(2000)),
  }),
  parseHTML: () => [
    {
      tag: 'div[data-node="file"]',
      getAttrs: (element) => (isOurs(element) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-node': 'file' })],
  renderText: ({ node }) => String(node.attrs['name']),
  addNodeView: () => ReactNodeViewRenderer(FileView),
  addCommands() {
    return {
      insertFile:
        (file) =>
        ({ editor, tr, dispatch }) => {
          if (!dispatch) return true
          if (!file) {
            chooseFiles('anything', ([chosen]) => chosen && editor.commands.insertFile(chosen), false)
            return true
          }
          if (file instanceof File) return reserve(editor, tr, { as: 'file', files: [[file]], type: this.type })
          const [node] = nodesOfMedia(editor.schema, 'file', [file])
          return node !== undefined && insertBlock(tr, node, { type: this.type, caret: 'below' }) !== null
        },
    }
  },
})

function isOurs(element: Element) {
  return mediaId(element.getAttribute('data-media')) !== null && isSitePlace(element.getAttribute('data-href') ?? '')
}
