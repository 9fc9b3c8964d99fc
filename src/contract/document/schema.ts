import { embedProviders } from './embeds.ts'
import { MAX_URL_LENGTH } from './urls.ts'

// No zod here, so that the editor bundle does not include it.
export const imageSizes = ['text', 'wide', 'full'] as const
export const calloutTones = ['note', 'tip', 'warning', 'important'] as const
export const headingLevels = [2, 3, 4] as const
export const MAX_TEXT_NODE_LENGTH = 100_000
export const MAX_LABEL_LENGTH = 1000
export const MAX_PASSAGE_LENGTH = 5000
export const MAX_GALLERY_IMAGES = 20
/** Aspect ratio of a frame, width divided by height. */
export const frameRatio = { min: 0.1, max: 10 }

type Value =
  | { kind: 'text'; max: number }
  | { kind: 'integer' | 'number'; min: number; max: number }
  | { kind: 'choice'; choices: readonly (string | number)[] }
  | { kind: 'link' | 'web-url' | 'frame-url' | 'site-path' }
  | { kind: 'boolean' | 'media-id' | 'language' | 'widths' }

export type AttributeRule = Value & {
  required?: boolean
  nullable?: boolean
  /** Value of a missing attribute; null if not set. A URL whose default is empty may be empty. */
  default?: string | number | boolean
  /** Set by the server on nodes with a `media` id, overriding client values. */
  fromLibrary?: boolean
}
export type Attributes = Readonly<Record<string, AttributeRule>>

/** Allowed children. With `first`, the first child has that type and `types` applies to the rest. */
export type ContentRule = { types: readonly string[]; first?: string; min?: number; max?: number; marks?: false }

export type NodeRule = { attrs?: Attributes; content?: ContentRule; inline?: boolean }

/** Allowed wherever blocks are allowed. */
const simple = [
  'paragraph',
  'heading',
  'blockquote',
  'pullQuote',
  'bulletList',
  'orderedList',
  'taskList',
  'codeBlock',
  'horizontalRule',
  'image',
  'callout',
  'blockMath',
  'embed',
  'button',
  'file',
]
/** Galleries, tables and toggles are not allowed directly in a table cell, list item, toggle or callout. */
const blocks = [...simple, 'gallery', 'table', 'toggle']

const inlineContent: ContentRule = { types: ['text', 'hardBreak', 'footnote', 'inlineMath'] }
const simpleBlocks: ContentRule = { types: simple, min: 1 }
const itemBlocks: ContentRule = { ...simpleBlocks, first: 'paragraph' }
const listOf = (type: string): ContentRule => ({ types: [type], min: 1 })

const label = { kind: 'text', max: MAX_LABEL_LENGTH, default: '' } as const
/** The prompt of a template, shown in the editor while the block is empty. Never rendered. */
const hint = label
const passage = { kind: 'text', max: MAX_PASSAGE_LENGTH, default: '' } as const
const mediaId = { kind: 'media-id' } as const
const pixels = { kind: 'integer', min: 1, max: 100_000, nullable: true, fromLibrary: true } as const
const span = { kind: 'integer', min: 1, max: 100, default: 1 } as const
const cell = {
  content: simpleBlocks,
  attrs: {
    colspan: span,
    rowspan: span,
    colwidth: { kind: 'widths', nullable: true },
    align: { kind: 'choice', choices: ['left', 'center', 'right'], nullable: true },
  },
} satisfies NodeRule
const formula: NodeRule = { attrs: { latex: { ...passage, required: true } } }

/** Every allowed node. */
export const nodeRules = {
  doc: { content: { types: [...blocks, 'membersLine'], min: 1 } },
  paragraph: { content: inlineContent, attrs: { hint } },
  heading: {
    content: inlineContent,
    attrs: { level: { kind: 'choice', choices: headingLevels, default: 2, required: true }, hint },
  },
  blockquote: { content: { types: blocks, min: 1 } },
  pullQuote: { content: inlineContent },
  bulletList: { content: listOf('listItem') },
  orderedList: {
    content: listOf('listItem'),
    attrs: {
      start: { kind: 'integer', min: 1, max: 2_147_483_647, default: 1 },
      // Always null: only decimal lists are rendered.
      type: { kind: 'choice', choices: [], nullable: true },
    },
  },
  listItem: { content: itemBlocks },
  taskList: { content: listOf('taskItem') },
  taskItem: { content: itemBlocks, attrs: { checked: { kind: 'boolean', default: false } } },
  codeBlock: {
    content: { types: ['text'], marks: false },
    attrs: { language: { kind: 'language', nullable: true } },
  },
  horizontalRule: {},
  image: {
    attrs: {
      media: { ...mediaId, nullable: true },
      src: { kind: 'site-path', default: '', fromLibrary: true },
      alt: label,
      caption: passage,
      size: { kind: 'choice', choices: imageSizes, default: 'text' },
      width: pixels,
      height: pixels,
    },
  },
  gallery: { content: { ...listOf('image'), max: MAX_GALLERY_IMAGES }, attrs: { caption: passage } },
  table: { content: listOf('tableRow') },
  tableRow: { content: { types: ['tableCell', 'tableHeader'] } },
  tableHeader: cell,
  tableCell: cell,
  callout: {
    content: simpleBlocks,
    attrs: { tone: { kind: 'choice', choices: calloutTones, default: 'note', required: true } },
  },
  toggle: { content: { types: ['toggleBody'], first: 'toggleSummary', min: 2, max: 2 } },
  toggleSummary: { content: inlineContent },
  toggleBody: { content: simpleBlocks },
  blockMath: formula,
  embed: {
    attrs: {
      provider: { kind: 'choice', choices: embedProviders, default: 'link', required: true },
      address: { kind: 'web-url', default: '', required: true },
      frame: { kind: 'frame-url', nullable: true },
      ratio: { kind: 'number', ...frameRatio, nullable: true },
      title: label,
      description: passage,
      author: label,
      site: label,
    },
  },
  button: {
    attrs: { label: { ...label, required: true }, href: { kind: 'link', default: '', required: true } },
  },
  file: {
    attrs: {
      media: { ...mediaId, required: true },
      name: { ...label, fromLibrary: true },
      size: { kind: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER, default: 0, fromLibrary: true },
      href: { kind: 'text', max: MAX_URL_LENGTH, default: '', fromLibrary: true },
    },
  },
  membersLine: {},
  text: { inline: true },
  hardBreak: { inline: true },
  footnote: { inline: true, attrs: { text: { ...passage, required: true } } },
  inlineMath: { inline: true, ...formula },
} satisfies Readonly<Record<string, NodeRule>>

export type NodeType = keyof typeof nodeRules

export const markRules = {
  bold: {},
  italic: {},
  strike: {},
  code: {},
  superscript: {},
  subscript: {},
  highlight: {},
  link: { attrs: { href: { kind: 'link', required: true } } },
} satisfies Readonly<Record<string, { attrs?: Attributes }>>
