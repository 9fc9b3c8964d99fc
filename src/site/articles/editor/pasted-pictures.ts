import { fileFromDataUrl } from '#site/storage/data-url.ts'
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { Media } from '#contract/media.ts'
import type { PastedPicture } from '#site/articles/editor/paste/output.ts'
import { useApi } from '#site/page.ts'
import type { EditorServices } from '#site/articles/editor/nodes/editor-services.ts'

type Change = { settled: string }
type Options = {
  /** Imports a picture into the library, from another site or from a data URL. */
  importPicture(picture: PastedPicture): Promise<Media>
  onCount(count: number): void
  onFailed(): void
}

export type PastedPictures = ReturnType<typeof createPastedPictures>

const key = new PluginKey<DecorationSet>('pasted-pictures')

/** Imports the pictures of pasted content. A link is the placeholder of each picture and stays if the import fails. */
export function createPastedPictures(editor: Editor, { importPicture, onCount, onFailed }: Options) {
  const expected = new Map<string, PastedPicture>()
  const importing = new Set<string>()

  async function fetchOne(picture: PastedPicture) {
    importing.add(picture.placeholder)
    onCount(importing.size)
    try {
      const media = await importPicture(picture)
      if (!editor.isDestroyed) settle(picture, media)
    } catch {
      // The link stays, so the picture can still be reached.
      if (!editor.isDestroyed) settle(picture, null)
      onFailed()
    } finally {
      importing.delete(picture.placeholder)
      onCount(importing.size)
    }
  }

  function settle(picture: PastedPicture, media: Media | null) {
    const { state, view } = editor
    const place = key
      .getState(state)
      ?.find(undefined, undefined, (spec) => spec['placeholder'] === picture.placeholder)[0]
    const tr = state.tr.setMeta(key, { settled: picture.placeholder } satisfies Change)
    if (place && media) putPicture(tr, place, imageOf(state, picture, media))
    else if (place && picture.placeholder.startsWith('#')) unlink(tr, place)
    // Not in the history, so one undo reverts the paste together with its pictures.
    view.dispatch(tr.setMeta('addToHistory', false))
  }

  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const change: Change | undefined = tr.getMeta(key)
        let set = before.map(tr.mapping, tr.doc)
        if (change) set = set.remove(set.find(undefined, undefined, (spec) => spec['placeholder'] === change.settled))
        if (expected.size === 0 || !tr.docChanged) return set
        return set.add(tr.doc, placesIn(tr.doc, expected))
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: () => ({
      update({ state }, old) {
        if (expected.size === 0 || state.doc.eq(old.doc)) return
        const pasted = [...expected.values()]
        expected.clear()
        const placed = new Set(
          key
            .getState(state)
            ?.find()
            .map(({ spec }) => String(spec['placeholder'])),
        )
        for (const picture of pasted) if (placed.has(picture.placeholder)) void fetchOne(picture)
      },
    }),
  })

  return {
    plugin,
    /** Must be called before the pasted content is inserted. */
    expect(pictures: PastedPicture[]) {
      if (!editor.schema.nodes['image']) return
      for (const picture of pictures)
        if (!importing.has(picture.placeholder)) expected.set(picture.placeholder, picture)
    },
  }
}

function placesIn(doc: Node, expected: ReadonlyMap<string, PastedPicture>): Decoration[] {
  const places: Decoration[] = []
  doc.descendants((node, pos) => {
    const href: unknown = node.marks.find(({ type }) => type.name === 'link')?.attrs['href']
    if (node.isText && typeof href === 'string' && expected.has(href))
      places.push(Decoration.inline(pos, pos + node.nodeSize, { class: 'picture-coming' }, { placeholder: href }))
  })
  return places
}

function imageOf({ schema }: EditorState, { alt, caption }: PastedPicture, { id, picture }: Media): Node | null {
  if (!picture) return null
  const { src, width, height } = picture
  return schema.nodes['image']?.create({ media: id, src, alt: alt || picture.alt, caption, width, height }) ?? null
}

/** Replaces the paragraph if the link is alone in it, otherwise goes below the block. */
function putPicture(tr: Transaction, { from, to }: { from: number; to: number }, image: Node | null) {
  if (!image) return
  const $from = tr.doc.resolve(from)
  const alone = $from.parent.content.size === to - from
  if (alone && $from.node(-1).canReplaceWith($from.index(-1), $from.index(-1) + 1, image.type))
    tr.replaceWith($from.before(), $from.after(), image)
  else tr.insert($from.after(), image).delete(from, to)
}

function unlink(tr: Transaction, { from, to }: { from: number; to: number }) {
  tr.removeMark(from, to, tr.doc.type.schema.marks['link'])
}

/** Imports a pasted picture into the library: the server fetches it by URL, a data URL is uploaded. */
export function usePictureImport(services: EditorServices) {
  const api = useApi()
  return async ({ source, alt }: PastedPicture): Promise<Media> => {
    if (!source.startsWith('data:')) return api('POST /api/links/picture', { body: { address: source, alt } })
    return services.upload(fileFromDataUrl(source, 'pasted'), 'pictures', { onProgress() {}, onArrived() {} }).done
  }
}
