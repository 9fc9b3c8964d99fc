import { LONGEST_TEXT } from '#contract/document/document.ts'
import * as are from './attributes.ts'
import type { Check } from './attributes.ts'

export type Attributes = Record<string, Check>

/** What a node may hold: `kinds`, as many as said; where the first has a kind of its own, `kinds` are those after it. */
export type Holds = { kinds: ReadonlySet<string>; first?: string; least?: number; most?: number; plain?: boolean }

export type NodeRule = { attrs?: Attributes; needs?: readonly string[]; holds?: Holds; inline?: boolean }

const simple =
  'paragraph heading blockquote pullQuote bulletList orderedList taskList codeBlock horizontalRule image callout blockMath embed button file'.split(
    ' ',
  )
/** What cannot stand directly in a table cell, a list item, a toggle or a callout. */
const large = ['gallery', 'table', 'toggle']

const inline: Holds = { kinds: new Set(['text', 'hardBreak', 'footnote', 'inlineMath']) }
const blocks: Holds = { kinds: new Set([...simple, ...large]), least: 1 }
const simpleBlocks: Holds = { kinds: new Set(simple), least: 1 }
const itemBlocks: Holds = { ...simpleBlocks, first: 'paragraph' }
const only = (...kinds: string[]): Holds => ({ kinds: new Set(kinds), least: 1 })

const TITLE = 1000
const PARAGRAPH = 5000
const cell: NodeRule = {
  holds: simpleBlocks,
  attrs: {
    colspan: are.span,
    rowspan: are.span,
    colwidth: are.orNull(are.widths),
    align: are.oneOf(['left', 'center', 'right', null]),
  },
}
const pixels = are.orNull(are.whole(1, 100_000))
const formula: NodeRule = { attrs: { latex: are.words(PARAGRAPH) }, needs: ['latex'] }

/** Every node a document may have. docs/documents.md says the same in words. */
export const nodes = new Map<string, NodeRule>(
  Object.entries<NodeRule>({
    doc: { holds: { ...blocks, kinds: new Set([...blocks.kinds, 'membersLine']) } },
    paragraph: { holds: inline },
    heading: { holds: inline, attrs: { level: are.oneOf([2, 3, 4]) }, needs: ['level'] },
    blockquote: { holds: blocks },
    pullQuote: { holds: inline },
    bulletList: { holds: only('listItem') },
    orderedList: { holds: only('listItem'), attrs: { start: are.whole(1, 2_147_483_647), type: are.oneOf([null]) } },
    listItem: { holds: itemBlocks },
    taskList: { holds: only('taskItem') },
    taskItem: { holds: itemBlocks, attrs: { checked: are.yesOrNo } },
    codeBlock: { holds: { kinds: new Set(['text']), plain: true }, attrs: { language: are.orNull(are.language) } },
    horizontalRule: {},
    image: {
      attrs: {
        media: are.orNull(are.mediaId),
        src: are.orEmpty(are.place),
        alt: are.words(TITLE),
        caption: are.words(PARAGRAPH),
        size: are.size,
        width: pixels,
        height: pixels,
      },
    },
    gallery: { holds: { ...only('image'), most: 20 }, attrs: { caption: are.words(PARAGRAPH) } },
    table: { holds: only('tableRow') },
    tableRow: { holds: { ...only('tableHeader', 'tableCell'), least: 0 } },
    tableHeader: cell,
    tableCell: cell,
    callout: { holds: simpleBlocks, attrs: { tone: are.tone }, needs: ['tone'] },
    toggle: { holds: { ...only('toggleBody'), first: 'toggleSummary', least: 2, most: 2 } },
    toggleSummary: { holds: inline },
    toggleBody: { holds: simpleBlocks },
    blockMath: formula,
    embed: {
      attrs: {
        provider: are.provider,
        address: are.orEmpty(are.webAddress),
        frame: are.orNull(are.frame),
        ratio: are.orNull(are.ratio),
        title: are.words(TITLE),
        description: are.words(PARAGRAPH),
        author: are.words(TITLE),
        site: are.words(TITLE),
      },
      needs: ['provider', 'address'],
    },
    button: {
      attrs: { label: are.words(TITLE), href: are.orEmpty(are.link) },
      needs: ['label', 'href'],
    },
    file: {
      attrs: {
        media: are.mediaId,
        name: are.words(TITLE),
        size: are.whole(0, Number.MAX_SAFE_INTEGER),
        href: are.words(2000),
      },
      needs: ['media'],
    },
    membersLine: {},
    text: { inline: true },
    hardBreak: { inline: true },
    footnote: { inline: true, attrs: { text: are.words(PARAGRAPH) }, needs: ['text'] },
    inlineMath: { inline: true, ...formula },
  }),
)

export const marks = new Map<string, { attrs?: Attributes; needs?: readonly string[] }>([
  ['bold', {}],
  ['italic', {}],
  ['strike', {}],
  ['code', {}],
  ['link', { attrs: { href: are.link }, needs: ['href'] }],
])

export const longText = are.words(LONGEST_TEXT)
