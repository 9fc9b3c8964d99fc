import { Node } from '@tiptap/core'
import { type ContentRule, type NodeRule, type NodeType, nodeRules } from '#contract/document/schema.ts'
import { attributesOf } from './attributes.ts'

const inlineTypes = nodeRules.paragraph.content.types
const blockTypes = nodeRules.blockquote.content.types

/** Group, content and attributes of a node, as in the document schema. */
export function schemaOf(type: NodeType) {
  const { content }: NodeRule = nodeRules[type]
  const group = blockTypes.includes(type) ? 'block' : inlineTypes.includes(type) ? 'inline' : undefined
  return {
    name: type,
    ...(group && { group, inline: group === 'inline' }),
    ...(content ? { content: contentExpression(content) } : { atom: true }),
    addAttributes: () => attributesOf(type),
  }
}

/** For Tiptap nodes whose content alone is changed. */
export function contentOf(type: 'listItem' | 'taskItem' | 'tableCell' | 'tableHeader') {
  return contentExpression(nodeRules[type].content)
}

function contentExpression({ types, first, min = 0, max }: ContentRule) {
  const others = first === undefined ? min : Math.max(min - 1, 0)
  const most = max !== undefined && first !== undefined ? max - 1 : max
  const count = most === undefined ? `{${others},}` : `{${others},${most}}`
  return `${first ?? ''} (${types.join(' | ')})${count}`
}

export const StoryDocument = Node.create({ ...schemaOf('doc'), topNode: true })
