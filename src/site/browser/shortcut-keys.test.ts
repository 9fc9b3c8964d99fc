import { afterEach, expect, test, vi } from 'vitest'
import { mayBeShortcut, setShortcutsOn, shortcutsAreOn } from './shortcut-keys.ts'

afterEach(() => localStorage.clear())

function press(init: KeyboardEventInit = {}, target: Element = document.body) {
  let may = false
  document.addEventListener('keydown', (event) => (may = mayBeShortcut(event)), { once: true })
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true, ...init }))
  return may
}

test('shortcuts run outside fields and without modifiers', () => {
  document.body.innerHTML = '<input><div role="dialog"><button>Ok</button></div><p contenteditable="true">Text</p>'
  expect(press()).toBe(true)
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'])
    expect(press({ [modifier]: true })).toBe(false)
  for (const owner of document.querySelectorAll('input, button, p')) expect(press({}, owner)).toBe(false)
})

test('brackets may be typed with Option or AltGr, but not with Ctrl or Cmd alone', () => {
  for (const key of ['[', ']']) {
    expect(press({ key, altKey: true })).toBe(true)
    expect(press({ key, altKey: true, ctrlKey: true })).toBe(true)
    expect(press({ key, ctrlKey: true })).toBe(false)
    expect(press({ key, altKey: true, metaKey: true })).toBe(false)
  }
})

test('they can be turned off and on again', () => {
  expect(shortcutsAreOn()).toBe(true)
  setShortcutsOn(false)
  expect([shortcutsAreOn(), press()]).toEqual([false, false])
  setShortcutsOn(true)
  expect([shortcutsAreOn(), press()]).toEqual([true, true])
})

test('the setting is not read for a key in a field', () => {
  document.body.innerHTML = '<input>'
  const read = vi.spyOn(Storage.prototype, 'getItem')
  for (const field of document.querySelectorAll('input')) press({}, field)
  expect(read).not.toHaveBeenCalled()
  press()
  expect(read).toHaveBeenCalled()
})
