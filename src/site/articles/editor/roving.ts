import type { KeyboardEvent } from 'react'

/** Arrows go from button to button of a bar; only one of them is met by Tab. */
export function moveInBar(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget } = event
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button')]
  const now = buttons.findIndex((button) => button === document.activeElement)
  const last = buttons.length - 1
  const to = { ArrowRight: now === last ? 0 : now + 1, ArrowLeft: now <= 0 ? last : now - 1, Home: 0, End: last }[key]
  if (to === undefined) return
  event.preventDefault()
  buttons[to]?.focus()
}

/** Makes one button of a bar the one that Tab meets. */
export function meetOne(bar: HTMLElement, met: Element | null) {
  const buttons = [...bar.querySelectorAll<HTMLElement>('button')]
  const one = buttons.find((button) => button === met) ?? buttons[0]
  for (const button of buttons) button.tabIndex = button === one ? 0 : -1
}
