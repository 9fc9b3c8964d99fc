import type { ContentsItem } from '#contract/articles.ts'
import type { Document, Node } from '#contract/document/document.ts'
import { checkDocument, refuse } from './validate.ts'
import { blockDraws } from './render-blocks.ts'
import { drawInline, drawNotes } from './render-inline.ts'
import { mediaDraws } from './render-media.ts'
import { tableDraws } from './render-table.ts'
import type { Library } from './media-lookup.ts'
import { partsOf } from './members-split.ts'
import { type Draw, type Story, newStory } from './render-context.ts'

export type Rendered = { html: string; membersHtml: string; contents: ContentsItem[] }

const draws = new Map<string, Draw>(Object.entries({ ...blockDraws, ...tableDraws, ...mediaDraws }))
const lines = new Set(['paragraph', 'heading', 'pullQuote', 'toggleSummary'])

/** A checked document as HTML. Safe by construction: every tag is ours, every text escaped, every address looked at again. */
export function renderStory(body: Document, library: Library = new Map(), patienceMs?: number): Rendered {
  const story = newStory(library, patienceMs)
  const { open, members } = partsOf(body)
  const html = drawPart(open, body, story)
  return { html, membersHtml: drawPart(members, body, story), contents: story.contents }
}

/** For a document that names nothing of the library: checked, and all of it as HTML. */
export function renderDocument(body: Document): string {
  refuse(checkDocument(body, { origin: '' }))
  const { html, membersHtml } = renderStory(body)
  return html + membersHtml
}

function drawPart(nodes: Node[], body: Document, story: Story) {
  return (
    withoutBlankEnd(nodes)
      .map((node) => drawNode(node, body, story))
      .join('') + drawNotes(story)
  )
}

/** The empty lines an editor keeps at the end are for the caret, not for readers. */
function withoutBlankEnd(nodes: Node[]) {
  const last = nodes.findLastIndex(({ type, content = [] }) => type !== 'paragraph' || content.length > 0)
  return nodes.slice(0, last + 1)
}

function drawNode(node: Node, parent: Node, story: Story): string {
  const draw = draws.get(node.type)
  if (!draw) throw new Error(`nobody draws a ${node.type}`)
  const content = node.content ?? []
  // Code draws its own text.
  if (node.type === 'codeBlock') return draw(node, [], story, parent)
  const inner = lines.has(node.type)
    ? [drawInline(content, story)]
    : content.map((child) => drawNode(child, node, story))
  return draw(node, inner, story, parent)
}
