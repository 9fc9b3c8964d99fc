import type { Editor } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { hasCommand, runCommand } from './commands.ts'
import { loneAddress } from '#site/articles/editor/paste/addresses.ts'
import { cleanPasted } from '#site/articles/editor/paste/clean.ts'
import { looksLikeMarkdown } from '#site/articles/editor/paste/looks-like-markdown.ts'
import { parsePasted } from '#site/articles/editor/paste/parse.ts'
import type { PastedPictures } from './pasted-pictures.ts'
import type { Surface } from './surface.ts'

type Options = { editor: Editor; surface: Surface; pictures: PastedPictures }

/** Everything that comes in by paste or drop passes here: files, addresses, Markdown, and pages of all sorts. */
export function pastePlugin(options: Options) {
  // Whoever holds Shift while pasting wants the words as they are.
  let plainly = false
  return new Plugin({
    props: {
      transformPastedHTML(html) {
        const { html: clean, pictures } = cleanPasted(html, location.origin)
        options.pictures.expect(pictures)
        return clean
      },
      handleDOMEvents: {
        keydown(_, event) {
          plainly = event.shiftKey && event.key.toLowerCase() === 'v'
          return false
        },
      },
      handlePaste: (view, { clipboardData }) =>
        clipboardData !== null && paste(view, clipboardData, { ...options, plainly }),
      handleDrop: (view, event, _, moved) => !moved && drop(view, event, options),
    },
  })
}

function paste(
  view: EditorView,
  data: DataTransfer,
  { editor, surface, plainly }: Options & { plainly: boolean },
): boolean {
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  if (inCode(view) || plainly) return false
  // A copied picture brings its page's HTML along, and copied cells bring a picture of themselves.
  if (data.files.length > 0 && !hasWords(html)) return insertFiles(editor, [...data.files])
  const address = loneAddress(text)
  if (address) return pasteAddress(editor, surface, { address, text: text.trim() })
  if ((html === '' || isFromCodeEditor(html)) && looksLikeMarkdown(text)) {
    void pasteMarkdown(view, text)
    return true
  }
  return false
}

function inCode({ state }: EditorView) {
  return state.selection.$from.parent.type.spec.code === true
}

function hasWords(html: string) {
  return parsePasted(html).textContent.trim() !== ''
}

/** Code editors copy their colours as HTML; what is meant is the text. */
function isFromCodeEditor(html: string) {
  return /<div style="[^"]*font-family:[^"]*(mono|Consolas|Menlo|Courier)[^"]*white-space:\s*pre/i.test(html)
}

async function pasteMarkdown(view: EditorView, text: string) {
  try {
    const { htmlOfMarkdown } = await import('#site/articles/editor/paste/markdown.ts')
    if (!view.isDestroyed) view.pasteHTML(htmlOfMarkdown(text))
  } catch {
    // Without the converter, the words as they are are better than none.
    if (!view.isDestroyed) view.pasteText(text)
  }
}

/** An address over words links them; on an empty line it may become a card. */
function pasteAddress(editor: Editor, surface: Surface, { address, text }: { address: string; text: string }): boolean {
  const { selection, schema } = editor.state
  const link = schema.marks['link']
  if (!link || !selection.$from.parent.type.allowsMarkType(link)) return false
  if (!selection.empty) return selection.$from.sameParent(selection.$to) && editor.commands.setLink({ href: address })
  const { $from } = selection
  const alone = $from.parent.content.size === 0 && $from.parent.type.name === 'paragraph'
  const { tr } = editor.state
  tr.insert($from.pos, schema.text(text, [link.create({ href: address })])).removeStoredMark(link)
  editor.view.dispatch(tr.scrollIntoView().setMeta('uiEvent', 'paste'))
  if (alone && hasCommand(editor, 'insertEmbed')) offerCard(editor, surface, address)
  return true
}

function offerCard(editor: Editor, surface: Surface, address: string) {
  const run = () => {
    surface.set({ notice: null })
    const line = lineOf(editor, address)
    if (line === null) return
    editor.chain().focus().setTextSelection(line).deleteSelection().run()
    runCommand(editor, 'insertEmbed', address)
  }
  surface.set({ notice: { words: 'Added as a link.', action: { label: 'Show as a card', run } } })
}

/** The line that holds nothing but this address, wherever it is by now. */
function lineOf({ state }: Editor, address: string) {
  const found: { from: number; to: number }[] = []
  state.doc.descendants((node, pos) => {
    const only = node.isTextblock && node.childCount === 1 ? node.firstChild : null
    const href: unknown = only?.marks.find(({ type }) => type.name === 'link')?.attrs['href']
    if (href === address) found.push({ from: pos + 1, to: pos + 1 + node.content.size })
    return !node.isTextblock
  })
  return found.at(-1) ?? null
}

function drop(view: EditorView, event: DragEvent, { editor }: Options): boolean {
  const files = [...(event.dataTransfer?.files ?? [])]
  if (files.length === 0) return false
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (place) editor.commands.setTextSelection(place.pos)
  view.focus()
  event.preventDefault()
  return insertFiles(editor, files)
}

function insertFiles(editor: Editor, files: File[]): boolean {
  const pictures = files.filter(({ type }) => type.startsWith('image/'))
  const others = files.filter(({ type }) => !type.startsWith('image/'))
  const shown = pictures.length > 0 && runCommand(editor, 'insertImages', pictures)
  const kept = others.map((file) => runCommand(editor, 'insertFile', file))
  return shown || kept.includes(true)
}
