export type Marks = {
  strong: boolean
  em: boolean
  s: boolean
  code: boolean
  mark: boolean
  script: 'sup' | 'sub' | null
  href: string | null
}

export const noMarks: Marks = {
  strong: false,
  em: false,
  s: false,
  code: false,
  mark: false,
  script: null,
  href: null,
}

const byElement: Record<string, Partial<Marks>> = {
  b: { strong: true },
  strong: { strong: true },
  i: { em: true },
  em: { em: true },
  cite: { em: true },
  dfn: { em: true },
  s: { s: true },
  strike: { s: true },
  del: { s: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
  mark: { mark: true },
  sup: { script: 'sup' },
  sub: { script: 'sub' },
}

/** Marks inside an element. Its inline style overrides its tag name. */
export function marksOf(element: Element, outer: Marks): Marks {
  return { ...outer, ...byElement[element.localName], ...byStyle(element) }
}

function byStyle(element: Element): Partial<Marks> {
  const weight = styleOf(element, 'font-weight')
  const slant = styleOf(element, 'font-style')
  const line = styleOf(element, 'text-decoration') ?? styleOf(element, 'text-decoration-line')
  const height = styleOf(element, 'vertical-align')
  return {
    ...(weight !== null && { strong: weight.startsWith('bold') || Number(weight) >= 600 }),
    ...(slant !== null && { em: slant.startsWith('italic') || slant.startsWith('oblique') }),
    ...(line?.includes('line-through') && { s: true }),
    ...(height === 'super' && { script: 'sup' }),
    ...(height === 'sub' && { script: 'sub' }),
  }
}

/** One declaration of a style attribute, read as text: browsers drop unknown ones such as Word's. */
export function styleOf(element: Element, property: string): string | null {
  const declarations = (element.getAttribute('style') ?? '').split(';').map((part) => part.split(':'))
  const found = declarations.findLast(([name]) => name?.trim().toLowerCase() === property)
  return found ? found.slice(1).join(':').trim().toLowerCase() : null
}

export function escapeHtml(text: string) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

export function renderMarks(text: string, marks: Marks): string {
  let html = escapeHtml(text)
  if (marks.code) html = `<code>${html}</code>`
  if (marks.script) html = `<${marks.script}>${html}</${marks.script}>`
  if (marks.mark) html = `<mark>${html}</mark>`
  if (marks.s) html = `<s>${html}</s>`
  if (marks.em) html = `<em>${html}</em>`
  if (marks.strong) html = `<strong>${html}</strong>`
  return marks.href === null ? html : `<a href="${escapeHtml(marks.href)}">${html}</a>`
}
