import { act } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** Pastes into the story at the selection. */
export function pasteInto(box: HTMLElement, data: Record<string, string>) {
  const clipboardData = { getData: (type: string) => data[type] ?? '', files: [], types: Object.keys(data) }
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
  return act(async () => void box.dispatchEvent(event))
}

/** Replaces the whole story with the keyboard. */
export async function replaceStoryText(box: HTMLElement, words: string) {
  await userEvent.click(box)
  await userEvent.keyboard('{Control>}a{/Control}')
  await pasteInto(box, { 'text/plain': words })
}
