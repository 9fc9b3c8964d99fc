import { alertSource, toneOfAlert } from '#site/articles/editor/nodes/github-alerts.ts'
import { escapeHtml } from './marks.ts'

const ALERT = new RegExp(`^\\s*${alertSource}[^\\S\\n]*\\n?`, 'i')

/** The tone of a callout: of this site, of GitHub, or a quotation that begins with `[!NOTE]`. Its label is removed. */
export function extractCalloutTone(element: Element): string | null {
  if (element.localName === 'blockquote') return takeAlert(element)
  const own = element.matches('aside.story-callout, aside[data-node="callout"]') && element.getAttribute('data-tone')
  const tone = toneOfAlert(own || /\bmarkdown-alert-(\w+)/.exec(element.className)?.[1])
  if (!tone) return null
  for (const label of element.querySelectorAll('.story-tone, .markdown-alert-title')) label.remove()
  return tone
}

function takeAlert(quote: Element): string | null {
  const tone = toneOfAlert(ALERT.exec(quote.textContent)?.[1])
  const walker = quote.ownerDocument.createTreeWalker(quote, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); tone && text; text = walker.nextNode()) {
    if ((text.nodeValue ?? '').trim() === '') continue
    const rest = (text.nodeValue ?? '').replace(ALERT, '')
    // The label was split over several elements.
    if (rest === text.nodeValue) return null
    text.nodeValue = rest
    return tone
  }
  return null
}

export type Formula = { latex: string; block: boolean }

/** The formula of an element: from this editor, or the LaTeX source that MathML, KaTeX and Wikipedia include. */
export function formulaOf(element: Element): Formula | null {
  const node = element.getAttribute('data-node')
  const own = element.getAttribute('data-latex')
  if ((node === 'inlineMath' || node === 'blockMath') && own) return { latex: own, block: node === 'blockMath' }
  const isFormula = element.localName === 'math' || element.matches('.katex, .mwe-math-element')
  const math = isFormula && (element.localName === 'math' ? element : element.querySelector('math'))
  if (!math) return null
  const source = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? ''
  const latex = source.trim().replace(/^\{\\(?:display|text)style([^]*)\}$/, '$1')
  return latex.trim() === '' ? null : { latex: latex.trim(), block: math.getAttribute('display') === 'block' }
}

export function renderFormula({ latex, block }: Formula) {
  const [tag, node] = block ? ['div', 'blockMath'] : ['span', 'inlineMath']
  return `<${tag} data-node="${node}" data-latex="${escapeHtml(latex)}"></${tag}>`
}

export function renderFootnote(text: string) {
  return `<sup data-node="footnote" data-text="${escapeHtml(text)}"></sup>`
}
