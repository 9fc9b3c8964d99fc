import type { KeyboardEvent } from 'react'

/** Arrow keys move between the buttons of a toolbar. */
export function moveFocusInToolbar(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget } = event
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button')]
  const now = buttons.findIndex((button) => button === document.activeElement)
  const last = buttons.length - 1
  const to = { ArrowRight: now === last ? 0 : now + 1, ArrowLeft: now <= 0 ? last : now - 1, Home: 0, End: last }[key]
  if (to === undefined) return
  event.preventDefault()
  buttons[to]?.focus()
}

/** Makes one button of a toolbar the tab stop. */
export function setTabStop(bar: HTMLElement, target: Element | null) {
  const buttons = [...bar.querySelectorAll<HTMLElement>('button')]
  const stop = buttons.find((button) => button === target) ?? buttons[0]
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
}
