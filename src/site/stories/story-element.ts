import { HTML_ID } from '#site/page-data.ts'

/** The element with the text of the current story. */
export function storyText(): HTMLElement | null {
  return document.getElementById(HTML_ID)
}

/** Whether a click opens another tab or window. */
export function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
