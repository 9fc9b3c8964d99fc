export const blockGroups = ['Text', 'Lists', 'Media', 'Extras'] as const

/** A block type as listed in the menus. */
export type Block = {
  id: string
  group: (typeof blockGroups)[number]
  name: string
  hint: string
  icon: string
  /** Search terms, separated by spaces. */
  synonyms: string
  /** Editor command that inserts it. A block whose command is missing is not listed. */
  command: string
  args?: unknown[]
  /** Cannot be nested in lists, tables, callouts or toggles. */
  topLevel?: boolean
  /** Inline item: also offered directly after a letter. */
  inline?: boolean
  keys?: string
  /** Whether an existing block can be converted to it. */
  isConvertible?: boolean
}

export const blocks: Block[] = [
  {
    id: 'text',
    group: 'Text',
    name: 'Text',
    hint: 'Plain paragraphs',
    icon: 'pilcrow',
    synonyms: 'paragraph plain normal body',
    command: 'setParagraph',
    isConvertible: true,
    keys: 'Mod-Alt-0',
  },
  {
    id: 'heading',
    group: 'Text',
    name: 'Heading',
    hint: 'Start a new section',
    icon: 'heading-2',
    synonyms: 'h1 h2 title section large #',
    command: 'setHeading',
    args: [{ level: 2 }],
    isConvertible: true,
    keys: 'Mod-Alt-2',
  },
  {
    id: 'subheading',
    group: 'Text',
    name: 'Subheading',
    hint: 'Start a subsection',
    icon: 'heading-3',
    synonyms: 'h3 heading medium smaller ##',
    command: 'setHeading',
    args: [{ level: 3 }],
    isConvertible: true,
    keys: 'Mod-Alt-3',
  },
  {
    id: 'small-heading',
    group: 'Text',
    name: 'Small heading',
    hint: 'The smallest heading',
    icon: 'heading-4',
    synonyms: 'h4 subheading minor ###',
    command: 'setHeading',
    args: [{ level: 4 }],
    isConvertible: true,
    keys: 'Mod-Alt-4',
  },
  {
    id: 'quote',
    group: 'Text',
    name: 'Quote',
    hint: 'Quote someone else',
    icon: 'text-quote',
    synonyms: 'blockquote citation cite >',
    command: 'setBlockquote',
    isConvertible: true,
    keys: 'Mod-Shift-B',
  },
  {
    id: 'pull-quote',
    group: 'Text',
    name: 'Pull quote',
    hint: 'Highlight a sentence from your story',
    icon: 'quote',
    synonyms: 'pullquote callout large highlight emphasis',
    command: 'setPullQuote',
    isConvertible: true,
  },
  {
    id: 'code',
    group: 'Text',
    name: 'Code',
    hint: 'Code with syntax highlighting',
    icon: 'square-code',
    synonyms: 'codeblock snippet program pre ``` monospace source',
    command: 'setCodeBlock',
    isConvertible: true,
    keys: 'Mod-Alt-C',
  },
  {
    id: 'bullets',
    group: 'Lists',
    name: 'Bulleted list',
    hint: 'A list with bullets',
    icon: 'list',
    synonyms: 'ul unordered bullets points - *',
    command: 'toggleBulletList',
    isConvertible: true,
    keys: 'Mod-Shift-8',
  },
  {
    id: 'numbers',
    group: 'Lists',
    name: 'Numbered list',
    hint: 'A list with numbers',
    icon: 'list-ordered',
    synonyms: 'ol ordered numbers steps 1.',
    command: 'toggleOrderedList',
    isConvertible: true,
    keys: 'Mod-Shift-7',
  },
  {
    id: 'tasks',
    group: 'Lists',
    name: 'Task list',
    hint: 'A list with checkboxes',
    icon: 'list-checks',
    synonyms: 'todo checklist checkbox tick [] check',
    command: 'toggleTaskList',
    isConvertible: true,
    keys: 'Mod-Shift-9',
  },
  {
    id: 'picture',
    group: 'Media',
    name: 'Picture',
    hint: 'Upload one or more pictures',
    icon: 'image',
    synonyms: 'image photo photograph upload img jpg png gif',
    command: 'insertImages',
  },
  {
    id: 'gallery',
    group: 'Media',
    name: 'Gallery',
    hint: 'Pictures side by side',
    icon: 'images',
    synonyms: 'album grid photos pictures images collage',
    command: 'insertGallery',
    topLevel: true,
  },
  {
    id: 'embed',
    group: 'Media',
    name: 'Embed',
    hint: 'A video, post or page from its URL',
    icon: 'square-play',
    synonyms: 'youtube vimeo twitter x codepen gist github spotify video music tweet link card bookmark',
    command: 'insertEmbed',
  },
  {
    id: 'file',
    group: 'Media',
    name: 'File',
    hint: 'A file readers can download',
    icon: 'paperclip',
    synonyms: 'attachment download pdf document upload',
    command: 'insertFile',
  },
  {
    id: 'divider',
    group: 'Extras',
    name: 'Divider',
    hint: 'Separate two sections',
    icon: 'minus',
    synonyms: 'horizontal rule hr line separator break ---',
    command: 'setHorizontalRule',
  },
  {
    id: 'table',
    group: 'Extras',
    name: 'Table',
    hint: 'Rows and columns',
    icon: 'table',
    synonyms: 'grid spreadsheet rows columns cells',
    command: 'insertTable',
    args: [{ rows: 3, cols: 3, withHeaderRow: true }],
    topLevel: true,
  },
  {
    id: 'callout',
    group: 'Extras',
    name: 'Callout',
    hint: 'Make a note stand out',
    icon: 'message-square-warning',
    synonyms: 'note tip warning important info box aside alert admonition',
    command: 'setCallout',
    args: ['note'],
    isConvertible: true,
  },
  {
    id: 'toggle',
    group: 'Extras',
    name: 'Toggle',
    hint: 'Content readers can expand',
    icon: 'list-collapse',
    synonyms: 'details accordion collapse fold spoiler expand',
    command: 'insertToggle',
    topLevel: true,
  },
  {
    id: 'formula',
    group: 'Extras',
    name: 'Formula',
    hint: 'A formula in LaTeX',
    icon: 'sigma',
    synonyms: 'math latex equation tex katex $$',
    command: 'insertMath',
    args: [{ block: true }],
  },
  {
    id: 'inline-formula',
    group: 'Extras',
    name: 'Inline formula',
    hint: 'A formula within the text',
    icon: 'radical',
    synonyms: 'inline math latex equation tex katex $',
    command: 'insertMath',
    inline: true,
  },
  {
    id: 'footnote',
    group: 'Extras',
    name: 'Footnote',
    hint: 'A note at the end of the story',
    icon: 'asterisk',
    synonyms: 'reference note source citation',
    command: 'insertFootnote',
    inline: true,
  },
  {
    id: 'button',
    group: 'Extras',
    name: 'Button',
    hint: 'A button that links to a page',
    icon: 'square-mouse-pointer',
    synonyms: 'call to action cta link',
    command: 'insertButton',
  },
  {
    id: 'members-line',
    group: 'Extras',
    name: 'Members-only line',
    hint: 'Everything below is for members',
    icon: 'lock',
    synonyms: 'paywall subscribers preview locked break',
    command: 'insertMembersLine',
    topLevel: true,
  },
]

/** Blocks that match the query, best first. All blocks in group order when the query is empty. */
export function findBlocks(all: Block[], query: string): Block[] {
  const term = normalize(query)
  if (term === '') return blockGroups.flatMap((group) => all.filter((block) => block.group === group))
  const ranked = all.map((block) => ({ block, rank: rankOf(block, term) })).filter(({ rank }) => rank > 0)
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ block }) => block)
}

function rankOf({ name, synonyms }: Block, term: string): number {
  const full = normalize(name)
  if (full.startsWith(term)) return 4
  if (full.split(/[\s-]+/).some((word) => word.startsWith(term))) return 3
  const terms = normalize(synonyms).split(' ')
  if (terms.includes(term) || normalize(synonyms).startsWith(term)) return 2
  return terms.some((word) => word.startsWith(term)) || full.includes(term) ? 1 : 0
}

function normalize(text: string) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
