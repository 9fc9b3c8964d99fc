import { Extension, commands } from '@tiptap/core'

/**
 * `focus` at the end of the current task. Tiptap's own command waits for the next frame, and keys pressed until then
 * would go to a form that has just closed.
 */
export const ImmediateFocus = Extension.create({
  name: 'immediateFocus',
  addCommands() {
    return {
      focus: (position, options) => (props) => {
        const { dispatch, editor, view } = props
        if (dispatch && position !== false)
          queueMicrotask(() => {
            if (!editor.isDestroyed) view.focus()
          })
        return commands.focus(position, options)(props)
      },
    }
  },
})
