import type { Editor } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { parseEmbed } from '#contract/document/embed-addresses.ts'
import { hasCommand, runCommand } from './commands.ts'
import { parseLoneAddress } from '#site/articles/editor/paste/addresses.ts'
import { parsePasted, sanitizePasted } from '#site/articles/editor/paste/sanitize.ts'
import { looksLikeMarkdown } from '#site/articles/editor/paste/looks-like-markdown.ts'
import { embedPastedAddresses } from './auto-embed.ts'
import type { PastedPictures } from './pasted-pictures.ts'
import type { EditorUi } from './editor-ui.ts'

type Options = { editor: Editor; ui: EditorUi; pictures: PastedPictures }

/** Handles paste and drop: files, URLs, Markdown and HTML. */
export function pastePlugins(options: Options) {
  // Shift+paste inserts plain text.
  let asPlainText = false
  const plugin = new Plugin({
    props: {
      transformPastedHTML(html) {
        const { html: clean, pictures } = sanitizePasted(html, location.origin)
        options.pictures.expect(pictures)
        return clean
      },
      handleDOMEvents: {
        keydown(_, event) {
          asPlainText = event.shiftKey && event.key.toLowerCase() === 'v'
          return false
        },
      },
      handlePaste: (view, { clipboardData }) =>
        clipboardData !== null && paste(view, clipboardData, { ...options, asPlainText }),
      handleDrop: (view, event, _, moved) => !moved && drop(view, event, options),
    },
  })
  return [plugin, embedPastedAddresses(options.editor, () => asPlainText)]
}

function paste(
  view: EditorView,
  data: DataTransfer,
  { editor, ui, asPlainText }: Options & { asPlainText: boolean },
): boolean {
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  if (inCode(view) || asPlainText) return false
  // A copied picture comes with HTML, and copied cells come with a picture.
  if (data.files.length > 0 && !hasWords(html)) return insertFiles(editor, [...data.files])
  const address = parseLoneAddress(text)
  if (address) return pasteAddress(editor, ui, { address, text: text.trim() })
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

/** Code editors copy highlighted HTML; only the text is wanted. */
function isFromCodeEditor(html: string) {
  return /<div style="[^"]*font-family:[^"]*(mono|Consolas|Menlo|Courier)[^"]*white-space:\s*pre/i.test(html)
}

async function pasteMarkdown(view: EditorView, text: string) {
  try {
    const { markdownToHtml } = await import('#site/articles/editor/paste/markdown.ts')
    if (!view.isDestroyed) view.pasteHTML(markdownToHtml(text))
  } catch {
    // The converter failed to load; paste the plain text.
    if (!view.isDestroyed) view.pasteText(text)
  }
}

/** A URL pasted over a selection links it. In an empty paragraph it can become a card. */
function pasteAddress(editor: Editor, ui: EditorUi, { address, text }: { address: string; text: string }): boolean {
  const { selection, schema } = editor.state
  const link = schema.marks['link']
  if (!link || !selection.$from.parent.type.allowsMarkType(link)) return false
  if (!selection.empty) return selection.$from.sameParent(selection.$to) && editor.commands.setLink({ href: address })
  const { $from } = selection
  const alone = $from.parent.content.size === 0 && $from.parent.type.name === 'paragraph'
  const { tr } = editor.state
  tr.insert($from.pos, schema.text(text, [link.create({ href: address })])).removeStoredMark(link)
  editor.view.dispatch(tr.scrollIntoView().setMeta('uiEvent', 'paste'))
  if (alone && hasCommand(editor, 'insertEmbed') && !parseEmbed(address)) offerCard(editor, ui, address)
  return true
}

function offerCard(editor: Editor, ui: EditorUi, address: string) {
  const run = () => {
    ui.set({ notice: null })
    const line = findLinkLine(editor, address)
    if (line === null) return
    editor.chain().focus().setTextSelection(line).deleteSelection().run()
    runCommand(editor, 'insertEmbed', address)
  }
  ui.set({ notice: { text: 'Added as a link.', action: { label: 'Show as a card', run } } })
}

/** The text block that contains only this link, at its current position. */
function findLinkLine({ state }: Editor, address: string) {
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
  const attached = others.map((file) => runCommand(editor, 'insertFile', file))
  return shown || attached.includes(true)
}
