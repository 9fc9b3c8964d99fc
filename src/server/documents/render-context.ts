import type { ContentsItem } from '#contract/articles.ts'
import { SECOND_MS } from '#contract/constants.ts'
import type { Node } from '#contract/document/document.ts'
import type { HeadingIds } from './heading-ids.ts'
import { inTime } from './time-limit.ts'
import type { Library } from './media-lookup.ts'

/** What is counted and collected while a story is drawn, once for both its parts. */
export type Story = {
  library: Library
  contents: ContentsItem[]
  headingIds: HeadingIds
  /** The footnotes of the part that is being drawn, and how many there were before it. */
  notes: string[]
  notesBefore: number
  tasks: number
  /** Letters of code that may still be coloured. */
  colours: number
  /** Letters of formulas that may still be set. */
  formulas: number
  /** How long colours and formulas may still take. */
  patienceMs: number
}

// Colours and formulas take long for each letter; of a story that is all code, the end is shown plain.
const MOST_COLOURED = 60_000
const MOST_SET = 40_000
// Ordinary stories need a tenth of it. Some letters in some languages take minutes, and everybody else would wait.
const PATIENCE_MS = SECOND_MS

export function newStory(library: Library, patienceMs = PATIENCE_MS): Story {
  return {
    library,
    contents: [],
    headingIds: new Map(),
    notes: [],
    notesBefore: 0,
    tasks: 0,
    colours: MOST_COLOURED,
    formulas: MOST_SET,
    patienceMs,
  }
}

/** What `draw` gives, as long as there is patience left for it; null when there is not. */
export function patiently(story: Story, draw: () => string | null): string | null {
  if (story.patienceMs <= 0) return null
  const begun = performance.now()
  const drawn = inTime(story.patienceMs, draw)
  story.patienceMs -= performance.now() - begun
  return drawn
}

/** One node as HTML; `inner` is what stands in it, a piece for each node. */
export type Draw = (node: Node, inner: string[], story: Story, parent: Node) => string

/** An attribute that is text; empty when it is not there. */
export function textIn({ attrs }: Node, name: string): string {
  const value = attrs?.[name]
  return typeof value === 'string' ? value : ''
}

export function numberIn({ attrs }: Node, name: string): number | null {
  const value = attrs?.[name]
  return typeof value === 'number' ? value : null
}
