import type { ContentsItem } from '#contract/articles/articles.ts'
import { SECOND_MS } from '#contract/constants.ts'
import type { Node } from '#contract/document/document.ts'
import type { HeadingIds } from './heading-ids.ts'
import { runWithTimeout } from './time-limit.ts'
import type { Library } from './media-lookup.ts'

/** State shared by the public and members-only parts while rendering. */
export type RenderContext = {
  library: Library
  contents: ContentsItem[]
  headingIds: HeadingIds
  /** Footnotes of the current part, and the number in the parts before it. */
  footnotes: string[]
  footnotesBefore: number
  tasks: number
  /** Remaining characters of code to highlight. */
  highlightBudget: number
  /** Remaining characters of LaTeX to render. */
  mathBudget: number
  /** Remaining time for highlighting and math. */
  timeBudgetMs: number
}

// Highlighting and math are slow per character. Beyond these limits code is plain and math is shown as source.
const MAX_HIGHLIGHTED = 60_000
const MAX_MATH = 40_000
// Ordinary stories need a tenth. Crafted input can take minutes and would block other requests.
const TIME_BUDGET_MS = SECOND_MS

export function createRenderContext(library: Library, timeBudgetMs = TIME_BUDGET_MS): RenderContext {
  return {
    library,
    contents: [],
    headingIds: new Map(),
    footnotes: [],
    footnotesBefore: 0,
    tasks: 0,
    highlightBudget: MAX_HIGHLIGHTED,
    mathBudget: MAX_MATH,
    timeBudgetMs,
  }
}

/** Returns null when the time budget is used up. */
export function withinTimeBudget(context: RenderContext, render: () => string | null): string | null {
  if (context.timeBudgetMs <= 0) return null
  const start = performance.now()
  const rendered = runWithTimeout(context.timeBudgetMs, render)
  context.timeBudgetMs -= performance.now() - start
  return rendered
}

/** Renders a node as HTML. `inner` has the HTML of each child. */
export type NodeRenderer = (node: Node, inner: string[], context: RenderContext, parent: Node) => string

/** Empty when missing. */
export function textAttribute({ attrs }: Node, name: string): string {
  const value = attrs?.[name]
  return typeof value === 'string' ? value : ''
}

export function numberAttribute({ attrs }: Node, name: string): number | null {
  const value = attrs?.[name]
  return typeof value === 'number' ? value : null
}
