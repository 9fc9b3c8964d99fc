import type { ContentsItem } from '#contract/articles/articles.ts'
import type { Document, Node } from '#contract/document/document.ts'
import { moveFootnotesToEnd } from '#contract/document/footnotes.ts'
import { validateDocument, throwIfInvalid } from './validate.ts'
import { blockRenderers } from './render-blocks.ts'
import { renderInline, renderFootnotes } from './render-inline.ts'
import { mediaRenderers } from './render-media.ts'
import { tableRenderers } from './render-table.ts'
import type { Library } from './media-lookup.ts'
import { splitAtMembersLine } from './members-split.ts'
import { type NodeRenderer, type RenderContext, createRenderContext } from './render-context.ts'

export type Rendered = { html: string; membersHtml: string; contents: ContentsItem[] }

const renderers = new Map<string, NodeRenderer>(
  Object.entries({ ...blockRenderers, ...tableRenderers, ...mediaRenderers }),
)
const inlineContainers = new Set(['paragraph', 'heading', 'pullQuote', 'toggleSummary'])

/** Renders a validated document. Safe by construction: fixed tags, escaped text, and URLs validated again. */
export function renderStory(body: Document, library: Library = new Map(), timeBudgetMs?: number): Rendered {
  const context = createRenderContext(library, timeBudgetMs)
  const { open, members } = splitAtMembersLine(body)
  const html = renderPart(open, body, context)
  return { html, membersHtml: renderPart(members, body, context), contents: context.contents }
}

/** Validates and renders a document without media. */
export function renderDocument(body: Document): string {
  throwIfInvalid(validateDocument(body, { origin: '' }))
  const rendered = renderStory(body)
  const { html, membersHtml } = moveFootnotesToEnd(rendered.html, rendered.membersHtml)
  return html + membersHtml
}

function renderPart(nodes: Node[], body: Document, context: RenderContext) {
  return (
    trimTrailingParagraphs(nodes)
      .map((node) => renderNode(node, body, context))
      .join('') + renderFootnotes(context)
  )
}

/** Drops the empty paragraphs that editors leave at the end. */
function trimTrailingParagraphs(nodes: Node[]) {
  const last = nodes.findLastIndex(({ type, content = [] }) => type !== 'paragraph' || content.length > 0)
  return nodes.slice(0, last + 1)
}

function renderNode(node: Node, parent: Node, context: RenderContext): string {
  const render = renderers.get(node.type)
  if (!render) throw new Error(`no renderer for ${node.type}`)
  const content = node.content ?? []
  // Code blocks render their own text.
  if (node.type === 'codeBlock') return render(node, [], context, parent)
  const inner = inlineContainers.has(node.type)
    ? [renderInline(content, context)]
    : content.map((child) => renderNode(child, node, context))
  return render(node, inner, context, parent)
}
