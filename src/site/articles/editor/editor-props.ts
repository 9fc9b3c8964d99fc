import type { Document } from '#contract/document/document.ts'

/** The page's interface to the open editor. */
export type EditorHandle = {
  read(): Document
  /** Replaces the document in one undo step. */
  replace(document: Document): void
  /** Applies another writer's changes. The selection and the undo history stay, and `onChange` is not called. */
  applyRemoteChanges(document: Document): void
  /** Whether an input method is composing a character. */
  isComposing(): boolean
  focus(where: 'start' | 'end' | 'selection'): void
  /** Selects the first match and scrolls to it; false when there is none. */
  find(text: string): boolean
  /** Selects a picture, by its place among all of them, and scrolls to it. */
  selectPicture(index: number): void
  /** Calls the listener now and whenever the headings, or the heading above the caret, change. Returns an unsubscribe function. */
  watchOutline(listener: (outline: Outline) => void): () => void
  /** Moves the caret to a heading and scrolls it to the top. */
  goToHeading(index: number): void
}

export type Outline = {
  headings: readonly { level: number; text: string }[]
  /** The last heading at or above the caret; -1 when there is none. */
  current: number
}

export type StoryEditorProps = {
  /** The initial document. */
  initial: Document
  /** Earlier states, oldest first. Undo goes back through them, even after a reload. */
  earlier?: Document[]
  /** Called after every change. `read` serializes the document on demand. */
  onChange(read: () => Document): void
  onReady?(handle: EditorHandle): void
  /** Called on Backspace or arrow up at the start of the text, so the page can focus the field above. */
  onLeaveStart?(): void
  /** Placeholder of an empty story. */
  prompt?: string
  language: string
  /** The accessible name of the text; “Story” by default. */
  label?: string
  /** Leaves out blocks that only stories have, such as the members-only line. */
  plainPage?: boolean
  readOnly?: boolean
}
