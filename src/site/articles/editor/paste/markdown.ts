import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked'
import { parsePasted } from './sanitize.ts'
import { renderFootnote, renderFormula } from './callouts-and-formulas.ts'

/** Marks between two signs, as in Pandoc. Scripts have no spaces, and two tildes strike through. */
const markRules = [
  { name: 'highlight', tag: 'mark', sign: '==', find: /^==(?!\s)([^=\n]*[^\s=])==(?!=)/ },
  { name: 'superscript', tag: 'sup', sign: '^', find: /^\^([^\s^]+)\^/ },
  { name: 'subscript', tag: 'sub', sign: '~', find: /^~(?!~)([^\s~]+)~(?!~)/ },
]

function markExtension({ name, tag, sign, find }: (typeof markRules)[number]): TokenizerAndRendererExtension {
  return {
    name,
    level: 'inline',
    start: (source) => indexOrNone(source.indexOf(sign)),
    tokenizer(source) {
      const [raw, text = ''] = find.exec(source) ?? []
      return raw === undefined ? undefined : { type: name, raw, tokens: this.lexer.inlineTokens(text) }
    },
    renderer({ tokens }) {
      return `<${tag}>${this.parser.parseInline(tokens ?? [])}</${tag}>`
    },
  }
}

function indexOrNone(index: number) {
  return index < 0 ? undefined : index
}

const formulaText = ({ text }: Tokens.Generic) => (typeof text === 'string' ? text.trim() : '')

const blockFormula: TokenizerAndRendererExtension = {
  name: 'blockFormula',
  level: 'block',
  start: (source) => indexOrNone(source.search(/^ {0,3}\$\$/m)),
  tokenizer(source) {
    const [raw, text] = /^ {0,3}\$\$([^$]+)\$\$[ \t]*(?:\n|$)/.exec(source) ?? []
    return raw === undefined ? undefined : { type: 'blockFormula', raw, text }
  },
  renderer: (token) => renderFormula({ latex: formulaText(token), block: true }),
}

/** The closing sign is not followed by a digit, so “$5 and $10” stays text. */
const inlineFormula: TokenizerAndRendererExtension = {
  name: 'inlineFormula',
  level: 'inline',
  start: (source) => indexOrNone(source.indexOf('$')),
  tokenizer(source) {
    const [raw, double, single] = /^(?:\$\$([^$\n]+)\$\$|\$([^\s$](?:[^$\n]*[^\s$\\])?)\$(?!\d))/.exec(source) ?? []
    return raw === undefined ? undefined : { type: 'inlineFormula', raw, text: double ?? single }
  },
  renderer: (token) => renderFormula({ latex: formulaText(token), block: false }),
}

/** The result is sanitized like all pasted HTML. */
export function markdownToHtml(markdown: string): string {
  const notes = new Map<string, string>()
  const referenced = new Set<string>()
  const plain = new Marked({ gfm: true })
  const marked = new Marked({ gfm: true })
  marked.use({
    extensions: [
      ...markRules.map(markExtension),
      blockFormula,
      inlineFormula,
      {
        name: 'footnoteText',
        level: 'block',
        start: (source) => indexOrNone(source.search(/^\[\^[^\]\s]+\]:/m)),
        tokenizer(source) {
          const [raw, name, text] =
            /^\[\^([^\]\s]+)\]:[ \t]*([^\n]*(?:\n(?![ \t]*(?:\n|\[\^))[^\n]+)*)(?:\n+|$)/.exec(source) ?? []
          if (raw === undefined || name === undefined) return undefined
          notes.set(name, parsePasted(plain.parseInline(text ?? '', { async: false })).textContent)
          return { type: 'footnoteText', raw, text: name }
        },
        // Without a reference, or without a text for it, the definition stays in the story.
        renderer: ({ raw, text }: Tokens.Generic) =>
          referenced.has(String(text)) && notes.get(String(text))?.trim()
            ? ''
            : `<p>${plain.parseInline(raw.trim(), { async: false })}</p>`,
      },
      {
        name: 'footnote',
        level: 'inline',
        start: (source) => indexOrNone(source.indexOf('[^')),
        tokenizer(source) {
          const [raw, name] = /^\[\^([^\]\s]+)\]/.exec(source) ?? []
          return raw === undefined ? undefined : { type: 'footnote', raw, text: name }
        },
        renderer: ({ raw, text }: Tokens.Generic) => {
          const note = notes.get(String(text))?.replace(/\s+/g, ' ').trim()
          return note ? renderFootnote(note) : raw
        },
      },
    ],
  })
  const tokens = marked.lexer(markdown)
  void marked.walkTokens(tokens, (token) => {
    if (token.type === 'footnote') referenced.add(String(token['text']))
  })
  return marked.parser(tokens)
}
