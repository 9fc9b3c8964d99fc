import { Extension } from '@tiptap/core'
import { insertBlock } from './placing.ts'

/** Puts the divider where other blocks go. The library's own command would select a block below it, which the next letter replaces. */
export const PlacedDivider = Extension.create({
  name: 'placedDivider',
  addCommands: () => ({
    setHorizontalRule:
      () =>
      ({ tr, state }) => {
        const type = state.schema.nodes['horizontalRule']
        return type !== undefined && insertBlock(tr, type.create(), { type, caret: 'below' }) !== null
      },
  }),
})
