import { common, createLowlight } from 'lowlight'
import { escapeHtml } from './escape.ts'

let lowlight = createLowlight(common)
let isBusy = false

type Tree = ReturnType<typeof lowlight.highlight>
type Child = Tree['children'][number]

/** Returns null for an unknown language. Can be interrupted at any point, when its time is up. */
export function highlight(code: string, language: string): string | null {
  if (!lowlight.registered(language)) return null
  // Languages are compiled at their first use. One that was interrupted halfway would fail from then on.
  if (isBusy) lowlight = createLowlight(common)
  isBusy = true
  const { children } = lowlight.highlight(language, code)
  isBusy = false
  return children.map(renderNode).join('')
}

function renderNode(node: Child): string {
  if (node.type === 'text') return escapeHtml(node.value)
  if (node.type !== 'element') return ''
  const { className } = node.properties
  const names = (Array.isArray(className) ? className : []).filter((name) => /^[a-z][\w-]*$/.test(name))
  return `<span class="${names.join(' ')}">${node.children.map(renderNode).join('')}</span>`
}
