import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { Media } from '#contract/media.ts'
import type { PastedPicture } from '#site/articles/editor/paste/page.ts'

type Change = { settled: string }
type Options = {
  /** Takes a picture into the library, from another site or out of the text itself. */
  bring(picture: PastedPicture): Promise<Media>
  onCount(count: number): void
  onFailed(): void
}

export type PastedPictures = ReturnType<typeof createPastedPictures>

const key = new PluginKey<DecorationSet>('pasted-pictures')

/** Pictures of pasted text. A link keeps the place of each until it has arrived, and stays when it does not. */
export function createPastedPictures(editor: Editor, { bring, onCount, onFailed }: Options) {
  const expected = new Map<string, PastedPicture>()
  const onTheirWay = new Set<string>()

  async function fetchOne(picture: PastedPicture) {
    onTheirWay.add(picture.place)
    onCount(onTheirWay.size)
    try {
      const media = await bring(picture)
      if (!editor.isDestroyed) settle(picture, media)
    } catch {
      // The link stays: the words are there, and so is the way to the picture.
      if (!editor.isDestroyed) settle(picture, null)
      onFailed()
    } finally {
      onTheirWay.delete(picture.place)
      onCount(onTheirWay.size)
    }
  }

  function settle(picture: PastedPicture, media: Media | null) {
    const { state, view } = editor
    const place = key.getState(state)?.find(undefined, undefined, (spec) => spec['place'] === picture.place)[0]
    const tr = state.tr.setMeta(key, { settled: picture.place } satisfies Change)
    if (place && media) putPicture(tr, place, imageOf(state, picture, media))
    else if (place && picture.place.startsWith('#')) unlink(tr, place)
    // Undo takes the whole paste back at once, with the pictures that came later.
    view.dispatch(tr.setMeta('addToHistory', false))
  }

  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const change: Change | undefined = tr.getMeta(key)
        let set = before.map(tr.mapping, tr.doc)
        if (change) set = set.remove(set.find(undefined, undefined, (spec) => spec['place'] === change.settled))
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
        const kept = new Set(
          key
            .getState(state)
            ?.find()
            .map(({ spec }) => String(spec['place'])),
        )
        for (const picture of pasted) if (kept.has(picture.place)) void fetchOne(picture)
      },
    }),
  })

  return {
    plugin,
    /** Told before the text they belong to is put in. */
    expect(pictures: PastedPicture[]) {
      if (!editor.schema.nodes['image']) return
      for (const picture of pictures) if (!onTheirWay.has(picture.place)) expected.set(picture.place, picture)
    },
  }
}

function placesIn(doc: Node, expected: ReadonlyMap<string, PastedPicture>): Decoration[] {
  const places: Decoration[] = []
  doc.descendants((node, pos) => {
    const href: unknown = node.marks.find(({ type }) => type.name === 'link')?.attrs['href']
    if (node.isText && typeof href === 'string' && expected.has(href))
      places.push(Decoration.inline(pos, pos + node.nodeSize, { class: 'picture-coming' }, { place: href }))
  })
  return places
}

function imageOf({ schema }: EditorState, { alt, caption }: PastedPicture, { id, picture }: Media): Node | null {
  if (!picture) return null
  const { src, width, height } = picture
  return schema.nodes['image']?.create({ media: id, src, alt: alt || picture.alt, caption, width, height }) ?? null
}

/** In place of its line when it stood alone there, otherwise below the block it stood in. */
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
