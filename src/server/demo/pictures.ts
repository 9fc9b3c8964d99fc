import type { Document, Node } from '#contract/document/document.ts'
import type { Picture } from '#contract/shapes.ts'
import { ART_SIZE, nameArt, parseArt } from './art/draw.ts'

export function artPicture({ motif, seed, palette }: { motif: string; seed: number; palette: string }, alt: string): Picture {
  const art = parseArt(`${motif}-${seed}-${palette}`)
  if (!art) throw new Error(`Unknown picture ${motif}-${seed}-${palette}`)
  return { src: `/art/${nameArt(art)}.svg`, alt, ...ART_SIZE }
}

/** Resolves `art:name` sources to URLs and adds sizes. */
export function resolveArt(document: Document): Document {
  return { ...document, content: document.content.map(resolveNode) }
}

function resolveNode(node: Node): Node {
  const src = node.attrs?.['src']
  if (typeof src !== 'string' || !src.startsWith('art:')) return node
  const art = parseArt(src.slice(4))
  if (!art) throw new Error(`Unknown picture ${src}`)
  return { ...node, attrs: { ...node.attrs, src: `/art/${nameArt(art)}.svg`, ...ART_SIZE } }
}
