import { MAX_TEXT_LENGTH } from '#contract/document/document.ts'
import * as validators from './attributes.ts'
import type { Validator } from './attributes.ts'

export type Attributes = Record<string, Validator>

/** Allowed children. With `first`, the first child has that type and `types` applies to the rest. */
export type ContentRule = { types: ReadonlySet<string>; first?: string; min?: number; max?: number; plain?: boolean }

export type NodeRule = { attrs?: Attributes; required?: readonly string[]; content?: ContentRule; inline?: boolean }

const simple =
  'paragraph heading blockquote pullQuote bulletList orderedList taskList codeBlock horizontalRule image callout blockMath embed button file'.split(
    ' ',
  )
/** Not allowed directly in a table cell, list item, toggle or callout. */
const large = ['gallery', 'table', 'toggle']

const inline: ContentRule = { types: new Set(['text', 'hardBreak', 'footnote', 'inlineMath']) }
const blocks: ContentRule = { types: new Set([...simple, ...large]), min: 1 }
const simpleBlocks: ContentRule = { types: new Set(simple), min: 1 }
const itemBlocks: ContentRule = { ...simpleBlocks, first: 'paragraph' }
const only = (...types: string[]): ContentRule => ({ types: new Set(types), min: 1 })

const MAX_TITLE = 1000
const MAX_PARAGRAPH = 5000
const cell: NodeRule = {
  content: simpleBlocks,
  attrs: {
    colspan: validators.span,
    rowspan: validators.span,
    colwidth: validators.nullable(validators.widths),
    align: validators.oneOf(['left', 'center', 'right', null]),
  },
}
const pixels = validators.nullable(validators.integer(1, 100_000))
const formula: NodeRule = { attrs: { latex: validators.text(MAX_PARAGRAPH) }, required: ['latex'] }

/** Every allowed node. Keep docs/documents.md in sync. */
export const nodeRules = new Map<string, NodeRule>(
  Object.entries<NodeRule>({
    doc: { content: { ...blocks, types: new Set([...blocks.types, 'membersLine']) } },
    paragraph: { content: inline },
    heading: { content: inline, attrs: { level: validators.oneOf([2, 3, 4]) }, required: ['level'] },
    blockquote: { content: blocks },
    pullQuote: { content: inline },
    bulletList: { content: only('listItem') },
    orderedList: {
      content: only('listItem'),
      attrs: { start: validators.integer(1, 2_147_483_647), type: validators.oneOf([null]) },
    },
    listItem: { content: itemBlocks },
    taskList: { content: only('taskItem') },
    taskItem: { content: itemBlocks, attrs: { checked: validators.boolean } },
    codeBlock: {
      content: { types: new Set(['text']), plain: true },
      attrs: { language: validators.nullable(validators.language) },
    },
    horizontalRule: {},
    image: {
      attrs: {
        media: validators.nullable(validators.mediaId),
        src: validators.allowEmpty(validators.sitePath),
        alt: validators.text(MAX_TITLE),
        caption: validators.text(MAX_PARAGRAPH),
        size: validators.size,
        width: pixels,
        height: pixels,
      },
    },
    gallery: { content: { ...only('image'), max: 20 }, attrs: { caption: validators.text(MAX_PARAGRAPH) } },
    table: { content: only('tableRow') },
    tableRow: { content: { ...only('tableHeader', 'tableCell'), min: 0 } },
    tableHeader: cell,
    tableCell: cell,
    callout: { content: simpleBlocks, attrs: { tone: validators.tone }, required: ['tone'] },
    toggle: { content: { ...only('toggleBody'), first: 'toggleSummary', min: 2, max: 2 } },
    toggleSummary: { content: inline },
    toggleBody: { content: simpleBlocks },
    blockMath: formula,
    embed: {
      attrs: {
        provider: validators.provider,
        address: validators.allowEmpty(validators.webUrl),
        frame: validators.nullable(validators.frameUrl),
        ratio: validators.nullable(validators.ratio),
        title: validators.text(MAX_TITLE),
        description: validators.text(MAX_PARAGRAPH),
        author: validators.text(MAX_TITLE),
        site: validators.text(MAX_TITLE),
      },
      required: ['provider', 'address'],
    },
    button: {
      attrs: { label: validators.text(MAX_TITLE), href: validators.allowEmpty(validators.link) },
      required: ['label', 'href'],
    },
    file: {
      attrs: {
        media: validators.mediaId,
        name: validators.text(MAX_TITLE),
        size: validators.integer(0, Number.MAX_SAFE_INTEGER),
        href: validators.text(2000),
      },
      required: ['media'],
    },
    membersLine: {},
    text: { inline: true },
    hardBreak: { inline: true },
    footnote: { inline: true, attrs: { text: validators.text(MAX_PARAGRAPH) }, required: ['text'] },
    inlineMath: { inline: true, ...formula },
  }),
)

export const markRules = new Map<string, { attrs?: Attributes; required?: readonly string[] }>([
  ['bold', {}],
  ['italic', {}],
  ['strike', {}],
  ['code', {}],
  ['link', { attrs: { href: validators.link }, required: ['href'] }],
])

export const longText = validators.text(MAX_TEXT_LENGTH)
