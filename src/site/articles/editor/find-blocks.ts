import { type Block, blockGroups } from './blocks.ts'

/** The blocks that answer to what was typed, best first; all of them, in their groups, when nothing was. */
export function findBlocks(all: Block[], query: string): Block[] {
  const wanted = plain(query)
  if (wanted === '') return blockGroups.flatMap((group) => all.filter((block) => block.group === group))
  const ranked = all.map((block) => ({ block, rank: rankOf(block, wanted) })).filter(({ rank }) => rank > 0)
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ block }) => block)
}

function rankOf({ name, words }: Block, wanted: string): number {
  const full = plain(name)
  if (full.startsWith(wanted)) return 4
  if (full.split(/[\s-]+/).some((word) => word.startsWith(wanted))) return 3
  const synonyms = plain(words).split(' ')
  if (synonyms.includes(wanted) || plain(words).startsWith(wanted)) return 2
  return synonyms.some((word) => word.startsWith(wanted)) || full.includes(wanted) ? 1 : 0
}

function plain(text: string) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
