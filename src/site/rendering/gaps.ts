import type { PageState } from '#site/page-data.ts'
import { isShell } from '#site/page.ts'
import type { PartName } from './personal-part.tsx'

/** Parts of the HTML, and the values in the data block. */
export type Gap = PartName | 'viewer' | 'unread' | 'announcements'

// Random, so that no text of a page can be taken for a gap.
const MARK = `gap-${crypto.randomUUID()}-`
const gaps = new RegExp(`"${MARK}(\\w+)"|${MARK}(\\w+)`, 'g')

export function gapFor(gap: Gap) {
  return MARK + gap
}

/** A page's data with gaps for the viewer. */
export function withGaps(state: PageState): PageState {
  const shell = state.loaderData['root']
  if (!isShell(shell)) return state
  const root = {
    ...shell,
    viewer: gapFor('viewer'),
    notifications: gapFor('unread'),
    announcements: gapFor('announcements'),
  }
  return { ...state, loaderData: { ...state.loaderData, root } }
}

/** The text between the gaps, and the name of each gap. */
export function splitAtGaps(text: string): { pieces: string[]; gaps: string[] } {
  const found: { pieces: string[]; gaps: string[] } = { pieces: [], gaps: [] }
  let at = 0
  for (const match of text.matchAll(gaps)) {
    found.pieces.push(text.slice(at, match.index))
    found.gaps.push(match[1] ?? match[2] ?? '')
    at = match.index + match[0].length
  }
  found.pieces.push(text.slice(at))
  return found
}
