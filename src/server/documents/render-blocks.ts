import type { Node } from '#contract/document/document.ts'
import { parseLink } from '#contract/document/urls.ts'
import { renderMath } from './render-inline.ts'
import { attribute, escapeHtml } from './escape.ts'
import { uniqueHeadingId } from './heading-ids.ts'
import { highlight } from './highlight.ts'
import {
  type NodeRenderer,
  type RenderContext,
  numberAttribute,
  withinTimeBudget,
  textAttribute,
} from './render-context.ts'

const toneLabels: Record<string, string> = { note: 'Note', tip: 'Tip', warning: 'Warning', important: 'Important' }

export const blockRenderers: Record<string, NodeRenderer> = {
  paragraph: (_, inner) => `<p>${inner.join('')}</p>`,
  heading: (node, inner, context) => renderHeading(node, inner.join(''), context),
  blockquote: (_, inner) => `<blockquote dir="auto">${inner.join('')}</blockquote>`,
  pullQuote: (_, inner) => `<blockquote class="story-pull" dir="auto"><p>${inner.join('')}</p></blockquote>`,
  bulletList: (_, inner) => `<ul dir="auto">${inner.join('')}</ul>`,
  orderedList(node, inner) {
    const start = numberAttribute(node, 'start')
    return `<ol dir="auto"${start === 1 ? '' : attribute('start', start)}>${inner.join('')}</ol>`
  },
  listItem: (_, inner) => `<li>${inner.join('')}</li>`,
  taskList: (_, inner) => `<ul class="story-tasks" dir="auto">${inner.join('')}</ul>`,
  taskItem: (node, inner, context) => renderTask(node, inner, context),
  codeBlock: (node, _, context) => renderCode(node, context),
  horizontalRule: () => '<hr>',
  // `dir="auto"` is determined by the first letter that is not in a `bdi`, so not by the label.
  callout(node, inner) {
    const tone = textAttribute(node, 'tone')
    const label = Object.hasOwn(toneLabels, tone) ? toneLabels[tone] : undefined
    return `<aside class="story-callout" role="note" dir="auto" data-tone="${label ? tone : 'note'}"><p class="story-tone"><bdi>${label ?? 'Note'}</bdi></p>${inner.join('')}</aside>`
  },
  toggle: (_, inner) => `<details class="story-toggle" dir="auto">${inner.join('')}</details>`,
  toggleSummary: (_, inner) => `<summary>${inner.join('') || 'More'}</summary>`,
  toggleBody: (_, inner) => `<div class="story-toggle-body">${inner.join('')}</div>`,
  blockMath(node, _, context) {
    const rendered = renderMath(textAttribute(node, 'latex'), true, context)
    return rendered && `<div class="story-math" tabindex="0" role="group" aria-label="Formula">${rendered}</div>`
  },
  button(node) {
    const [label, href] = [textAttribute(node, 'label').trim(), parseLink(node.attrs?.['href'])]
    return label && href ? `<p class="story-button"><a${attribute('href', href)}>${escapeHtml(label)}</a></p>` : ''
  },
  membersLine: () => '',
}

/** Headings of level 2 and 3 form the table of contents. */
function renderHeading(node: Node, inner: string, context: RenderContext) {
  const level = numberAttribute(node, 'level') ?? 2
  const text = (node.content ?? [])
    .map((child) => child.text ?? (child.type === 'hardBreak' ? ' ' : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') return `<h${level}>${inner}</h${level}>`
  const id = uniqueHeadingId(text, context.headingIds)
  if (level < 4) context.contents.push({ id, level, text })
  return `<h${level}${attribute('id', id)}>${inner}</h${level}>`
}

function renderTask({ attrs }: Node, [first = '', ...rest]: string[], context: RenderContext) {
  context.tasks += 1
  const id = `task-${context.tasks}`
  const checked = attrs?.['checked'] === true ? ' checked=""' : ''
  const box = `<input type="checkbox" disabled=""${checked} aria-labelledby="${id}">`
  return `<li>${box}<div><div id="${id}">${first}</div>${rest.join('')}</div></li>`
}

function renderCode(node: Node, context: RenderContext) {
  const source = (node.content ?? []).map(({ text }) => text ?? '').join('')
  const language = textAttribute(node, 'language') || null
  const isHighlighted = language !== null && source.length <= context.highlightBudget
  if (isHighlighted) context.highlightBudget -= source.length
  const rendered =
    (isHighlighted ? withinTimeBudget(context, () => highlight(source, language)) : null) ?? escapeHtml(source)
  return `<pre tabindex="0"><code${attribute('data-language', language)}>${rendered}</code></pre>`
}
