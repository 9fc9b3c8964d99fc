import type { Document } from '#contract/document/document.ts'

/** What the page can ask of the open editor. */
export type EditorHandle = {
  read(): Document
  /** Puts another text in its place, as one step that can be undone. */
  replace(document: Document): void
  /** Changes what another person changed. The caret, the selection and the undo history stay, and `onChange` is not called. */
  takeIn(document: Document): void
  /** Whether a letter is being composed by several keys. */
  isComposing(): boolean
  focus(where: 'start' | 'end'): void
  /** Selects the first place where these words stand and scrolls to it; false when they are not there. */
  find(words: string): boolean
}

export type StoryEditorProps = {
  /** The text it opens with. */
  initial: Document
  /** Earlier states of it, oldest first: undo goes back through them, beyond a reload. */
  earlier?: Document[]
  /** Told after every change; the text is read only when it is needed. */
  onChange(read: () => Document): void
  onReady?(handle: EditorHandle): void
  /** Backspace or arrow up at the very beginning: the page may move to the fields above. */
  onLeaveStart?(): void
  /** What an empty text invites to. */
  prompt?: string
  language: string
  readOnly?: boolean
}
