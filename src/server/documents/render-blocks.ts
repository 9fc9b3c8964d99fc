import type { Node } from '#contract/document/document.ts'
import { linkOf } from './addresses.ts'
import { formula } from './render-inline.ts'
import { attribute, escapeHtml } from './escape.ts'
import { headingId } from './heading-ids.ts'
import { highlight } from './highlight.ts'
import { type Draw, type Story, numberIn, patiently, textIn } from './render-context.ts'

const toneWords: Record<string, string> = { note: 'Note', tip: 'Tip', warning: 'Warning', important: 'Important' }

export const blockDraws: Record<string, Draw> = {
  paragraph: (_, inner) => `<p>${inner.join('')}</p>`,
  heading: (node, inner, story) => heading(node, inner.join(''), story),
  blockquote: (_, inner) => `<blockquote>${inner.join('')}</blockquote>`,
  pullQuote: (_, inner) => `<blockquote class="story-pull"><p>${inner.join('')}</p></blockquote>`,
  bulletList: (_, inner) => `<ul>${inner.join('')}</ul>`,
  orderedList(node, inner) {
    const start = numberIn(node, 'start')
    return `<ol${start === 1 ? '' : attribute('start', start)}>${inner.join('')}</ol>`
  },
  listItem: (_, inner) => `<li>${inner.join('')}</li>`,
  taskList: (_, inner) => `<ul class="story-tasks">${inner.join('')}</ul>`,
  taskItem: (node, inner, story) => task(node, inner, story),
  codeBlock: (node, _, story) => code(node, story),
  horizontalRule: () => '<hr>',
  callout(node, inner) {
    const tone = textIn(node, 'tone')
    const word = Object.hasOwn(toneWords, tone) ? toneWords[tone] : undefined
    return `<aside class="story-callout" role="note" data-tone="${word ? tone : 'note'}"><p class="story-tone">${word ?? 'Note'}</p>${inner.join('')}</aside>`
  },
  toggle: (_, inner) => `<details class="story-toggle">${inner.join('')}</details>`,
  toggleSummary: (_, inner) => `<summary>${inner.join('') || 'More'}</summary>`,
  toggleBody: (_, inner) => `<div class="story-toggle-body">${inner.join('')}</div>`,
  blockMath(node, _, story) {
    const drawn = formula(textIn(node, 'latex'), true, story)
    return drawn && `<div class="story-math" tabindex="0" role="group" aria-label="Formula">${drawn}</div>`
  },
  button(node) {
    const [label, href] = [textIn(node, 'label').trim(), linkOf(node.attrs?.['href'])]
    return label && href ? `<p class="story-button"><a${attribute('href', href)}>${escapeHtml(label)}</a></p>` : ''
  },
  membersLine: () => '',
}

/** Every heading can be pointed at; those of the second and third level make the list of contents. */
function heading(node: Node, inner: string, story: Story) {
  const level = numberIn(node, 'level') ?? 2
  const text = (node.content ?? [])
    .map((child) => child.text ?? (child.type === 'hardBreak' ? ' ' : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') return `<h${level}>${inner}</h${level}>`
  const id = headingId(text, story.headingIds)
  if (level < 4) story.contents.push({ id, level, text })
  return `<h${level}${attribute('id', id)}>${inner}</h${level}>`
}

function task({ attrs }: Node, [first = '', ...rest]: string[], story: Story) {
  story.tasks += 1
  const id = `task-${story.tasks}`
  const checked = attrs?.['checked'] === true ? ' checked=""' : ''
  const box = `<input type="checkbox" disabled=""${checked} aria-labelledby="${id}">`
  return `<li>${box}<div><div id="${id}">${first}</div>${rest.join('')}</div></li>`
}

function code(node: Node, story: Story) {
  const source = (node.content ?? []).map(({ text }) => text ?? '').join('')
  const language = textIn(node, 'language') || null
  const coloured = language !== null && source.length <= story.colours
  if (coloured) story.colours -= source.length
  const drawn = (coloured ? patiently(story, () => highlight(source, language)) : null) ?? escapeHtml(source)
  return `<pre tabindex="0"><code${attribute('data-language', language)}>${drawn}</code></pre>`
}
