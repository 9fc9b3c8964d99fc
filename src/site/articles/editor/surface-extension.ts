import { type Editor, Extension } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { Media } from '#contract/media.ts'
import { openSlash } from './add-block.ts'
import { belowPlugin } from './below-plugin.ts'
import { caughtUpPlugin } from './caught-up-plugin.ts'
import { chooseBlock } from './choose-block.ts'
import { emptyPlugin } from './empty-plugin.ts'
import { findPlugin } from './find-plugin.ts'
import { moveBlock } from './move-block.ts'
import type { PastedPicture } from '#site/articles/editor/paste/page.ts'
import { pastePlugin } from './paste-plugin.ts'
import { createPastedPictures } from './pasted-pictures.ts'
import { slashPlugin } from './slash-plugin.ts'
import type { Surface } from './surface.ts'

/** What the editor asks of the page around it; read anew at each use, so that it may change. */
export type Around = {
  leaveStart(): boolean
  bring(picture: PastedPicture): Promise<Media>
}

type Options = { surface: Surface; around: Around }

/** The keys and the helpers of writing, beside the blocks themselves. Asked before the blocks are. */
export function surfaceExtension({ surface, around }: Options) {
  return Extension.create({
    name: 'surface',
    priority: 1000,
    addKeyboardShortcuts() {
      const { editor } = this
      const open = (panel: ReturnType<Surface['get']>['panel']) => () => {
        surface.set({ panel })
        return true
      }
      return {
        'Mod-k': open('link'),
        'Mod-f': open('find'),
        'Mod-Alt-f': open('replace'),
        'Mod-?': open('shortcuts'),
        'Alt-Enter': open('block'),
        'Escape': () => closeFind(surface),
        'Mod-/': () => openSlash(editor),
        'Alt-F10': () => askToolbar(surface),
        'Mod-Alt-F10': () => askToolbar(surface),
        'Alt-Shift-ArrowUp': () => move(editor, surface, -1),
        'Alt-Shift-ArrowDown': () => move(editor, surface, 1),
        'Backspace': () => isAtStart(editor) && around.leaveStart(),
        'ArrowUp': () => isOnFirstLine(editor) && around.leaveStart(),
      }
    },
    addProseMirrorPlugins() {
      const { editor } = this
      const pictures = createPastedPictures(editor, {
        bring: (picture) => around.bring(picture),
        onCount: (bringing) => surface.set({ bringing }),
        onFailed: () =>
          surface.set({ notice: { words: 'A picture could not be brought over. Its place is kept as a link.' } }),
      })
      return [
        slashPlugin({ editor, onChoose: (block) => chooseBlock(editor, block) }),
        pastePlugin({ editor, surface, pictures }),
        pictures.plugin,
        findPlugin(),
        belowPlugin(),
        caughtUpPlugin(),
        emptyPlugin({ hint: 'Type / to choose a block', isEditable: () => editor.isEditable }),
      ]
    },
  })
}

/** The bar stays open after a replacement that gave the keyboard back to the text. */
function closeFind(surface: Surface) {
  const { panel } = surface.get()
  if (panel !== 'find' && panel !== 'replace') return false
  surface.set({ panel: null })
  return true
}

function askToolbar(surface: Surface) {
  surface.askToolbar()
  return true
}

/** Moves the block one is in, and says so to those who do not see it. */
export function move(editor: Editor, surface: Surface, by: 1 | -1): boolean {
  const tr = moveBlock(editor.state, by)
  if (tr) editor.view.dispatch(tr)
  const where = by < 0 ? 'up' : 'down'
  surface.say(tr ? `Moved ${where}.` : `It is at the ${by < 0 ? 'beginning' : 'end'} already.`)
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
