import { type Editor, Extension } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { Media } from '#contract/media.ts'
import { insertChosenBlock, openSlashMenu } from './slash-commands.ts'
import { clickBelowPlugin, syncSelectionPlugin } from './caret-plugins.ts'
import { completionPlugin } from './completion-plugin.ts'
import { emptyLinePlaceholder } from '#site/articles/editor/nodes/placeholders.ts'
import { finishLine } from './markdown-on-enter.ts'
import { findPlugin } from './find-plugin.ts'
import { moveBlock } from './block-commands.ts'
import type { PastedPicture } from '#site/articles/editor/paste/output.ts'
import { pastePlugins } from './paste-plugin.ts'
import { createPastedPictures } from './pasted-pictures.ts'
import { smartTypingPlugin } from './smart-typing.ts'
import { slashPlugin } from './slash-plugin.ts'
import type { EditorUi } from './editor-ui.ts'
import { dispatchUndoStep } from './undo-step.ts'

/** Callbacks into the page. Read at each use, because they may change. */
export type PageHooks = {
  leaveStart(): boolean
  importPicture(picture: PastedPicture): Promise<Media>
  language(): string
}

type Options = { ui: EditorUi; page: PageHooks }

/** Shortcuts and plugins that are not tied to one node. The priority puts them before the nodes' own. */
export function editingExtension({ ui, page }: Options) {
  return Extension.create({
    name: 'editing',
    priority: 1000,
    addKeyboardShortcuts() {
      const { editor } = this
      const open = (panel: ReturnType<EditorUi['get']>['panel']) => () => {
        ui.set({ panel })
        return true
      }
      return {
        'Mod-k': open('link'),
        'Mod-f': open('find'),
        'Mod-Alt-f': open('replace'),
        'Mod-?': open('shortcuts'),
        'Alt-Enter': open('block'),
        'Escape': () => closeFind(ui),
        'Mod-/': () => openSlashMenu(editor),
        'Alt-F10': () => focusToolbar(ui),
        'Mod-Alt-F10': () => focusToolbar(ui),
        'Alt-Shift-ArrowUp': () => moveCurrentBlock(editor, ui, -1),
        'Alt-Shift-ArrowDown': () => moveCurrentBlock(editor, ui, 1),
        'Enter': () => finishLine(editor),
        'Backspace': () => isAtStart(editor) && page.leaveStart(),
        'ArrowUp': () => isOnFirstLine(editor) && page.leaveStart(),
      }
    },
    addProseMirrorPlugins() {
      const { editor } = this
      const pictures = createPastedPictures(editor, {
        importPicture: (picture) => page.importPicture(picture),
        onCount: (importingPictures) => ui.set({ importingPictures }),
        onFailed: () => ui.set({ notice: { text: 'A picture could not be imported. It appears as a link instead.' } }),
      })
      return [
        slashPlugin({ editor, onChoose: (block) => insertChosenBlock(editor, block) }),
        completionPlugin(),
        ...pastePlugins({ editor, ui, pictures }),
        pictures.plugin,
        smartTypingPlugin(() => page.language()),
        findPlugin(),
        clickBelowPlugin(),
        syncSelectionPlugin(),
        emptyLinePlaceholder({ text: 'Type / to choose a block', isEditable: () => editor.isEditable }),
      ]
    },
  })
}

/** The find bar stays open when a replacement returns focus to the text. */
function closeFind(ui: EditorUi) {
  const { panel } = ui.get()
  if (panel !== 'find' && panel !== 'replace') return false
  ui.set({ panel: null })
  return true
}

function focusToolbar(ui: EditorUi) {
  ui.focusToolbar()
  return true
}

/** Moves the current block and announces it to screen readers. */
export function moveCurrentBlock(editor: Editor, ui: EditorUi, by: 1 | -1): boolean {
  const tr = moveBlock(editor.state, by)
  if (tr) dispatchUndoStep(editor.view, tr)
  const where = by < 0 ? 'up' : 'down'
  ui.announce(tr ? `Moved ${where}.` : `Already at the ${by < 0 ? 'start' : 'end'}.`)
  return true
}

function isAtStart({ state }: Editor) {
  const { $from, empty } = state.selection
  return empty && $from.pos === 1 && $from.parent.type.name === 'paragraph'
}

function isOnFirstLine({ state, view }: Editor) {
  const { $from, empty } = state.selection
  return (
    empty &&
    $from.depth > 0 &&
    $from.index(0) === 0 &&
    $from.start() === firstLine(state.doc) &&
    view.endOfTextblock('up')
  )
}

function firstLine(doc: Editor['state']['doc']) {
  return TextSelection.near(doc.resolve(0)).$from.start()
}
