import type { Savable } from './saved-store.ts'

export type StoryPlacement = { saved: boolean; lists: string[]; note: string }

export type ListPickerRequest = { story: Savable; onPlaced?: ((placed: StoryPlacement) => void) | undefined }

type Show = (request: ListPickerRequest) => void

let show: Show | null = null

/** Does nothing until `registerListPicker` has run. */
export function openListPicker(story: Savable, onPlaced?: ListPickerRequest['onPlaced']) {
  show?.({ story, onPlaced })
}

/** Returns a function that unregisters. */
export function registerListPicker(open: Show) {
  show = open
  return () => {
    show = null
  }
}
