import type { Savable } from './saved-store.ts'

/** Where a story is now, with the note on it. */
export type Placed = { saved: boolean; lists: string[]; note: string }

/** A story, and who wants to hear where it was put. */
export type Question = { story: Savable; onPlaced?: ((placed: Placed) => void) | undefined }

type Show = (question: Question) => void

let show: Show | null = null

/** Asks in which lists a story should be. */
export function chooseLists(story: Savable, onPlaced?: Question['onPlaced']) {
  show?.({ story, onPlaced })
}

/** Says who shows the question; until it is stopped. */
export function whenAsked(shows: Show) {
  show = shows
  return () => {
    show = null
  }
}
