import { common, createLowlight } from 'lowlight'
import { escapeHtml } from './escape.ts'

const lowlight = createLowlight(common)

type Tree = ReturnType<typeof lowlight.highlight>
type Part = Tree['children'][number]

/** Code in its colours; null when nobody knows the language. */
export function highlight(code: string, language: string): string | null {
  if (!lowlight.registered(language)) return null
  return lowlight.highlight(language, code).children.map(draw).join('')
}

function draw(part: Part): string {
  if (part.type === 'text') return escapeHtml(part.value)
  if (part.type !== 'element') return ''
  const { className } = part.properties
  const names = (Array.isArray(className) ? className : []).filter((name) => /^[a-z][\w-]*$/.test(name))
  return `<span class="${names.join(' ')}">${part.children.map(draw).join('')}</span>`
}
