import { common, createLowlight } from 'lowlight'
import { escapeHtml } from './escape.ts'

const lowlight = createLowlight(common)

type Tree = ReturnType<typeof lowlight.highlight>
type Child = Tree['children'][number]

/** Returns null for an unknown language. */
export function highlight(code: string, language: string): string | null {
  if (!lowlight.registered(language)) return null
  return lowlight.highlight(language, code).children.map(renderNode).join('')
}

function renderNode(node: Child): string {
  if (node.type === 'text') return escapeHtml(node.value)
  if (node.type !== 'element') return ''
  const { className } = node.properties
  const names = (Array.isArray(className) ? className : []).filter((name) => /^[a-z][\w-]*$/.test(name))
  return `<span class="${names.join(' ')}">${node.children.map(renderNode).join('')}</span>`
}
