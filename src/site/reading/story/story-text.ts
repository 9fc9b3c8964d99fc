import { HTML_ID } from '#site/wire.ts'

/** The element that holds the words of the story that is shown. */
export function storyText(): HTMLElement | null {
  return document.getElementById(HTML_ID)
}

/** Whether a click asks for another tab or window, which is not ours to give. */
export function asksElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
