import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCardKeys } from './card-keys.ts'

const saved: string[] = []
let stop = () => {}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Element.prototype.scrollIntoView = () => {}
  saved.length = 0
  const card = (name: string) =>
    `<article><a data-card href="/story/${name}">${name}</a><button data-save="card" id="${name}">Save</button></article>`
  document.body.innerHTML = `<main>${['one', 'two', 'three'].map(card).join('')}</main><input>`
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => saved.push(button.id))
  // The first card has been scrolled out of sight.
  for (const [index, link] of [...document.querySelectorAll('a')].entries())
    link.getBoundingClientRect = () => ({ ...new DOMRect(), bottom: index * 200 })
  stop = startCardKeys()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const press = (key: string, init: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  )
const focused = () => document.activeElement?.textContent

test('j and k move the focus from card to card, starting at the first one in sight', () => {
  press('j')
  expect(focused()).toBe('two')
  press('j')
  expect(focused()).toBe('three')
  press('j')
  expect(focused()).toBe('three')
  press('k')
  press('k')
  expect(focused()).toBe('one')
})

test('b saves the story of the focused card', () => {
  press('b')
  expect(saved).toEqual([])
  press('j')
  press('b')
  expect(saved).toEqual(['two'])
})

test('keys do nothing in a text field, with a modifier, or after the list has gone', () => {
  document.querySelector('input')?.focus()
  press('j')
  expect(document.activeElement?.tagName).toBe('INPUT')
  document.querySelector('input')?.blur()
  press('j', { ctrlKey: true })
  stop()
  press('j')
  expect(document.activeElement).toBe(document.body)
  stop = () => {}
})

test('the setting for shortcuts is not read for other keys', () => {
  const read = vi.spyOn(Storage.prototype, 'getItem')
  for (const key of ['a', 'Tab', 'ArrowDown']) press(key)
  expect(read).not.toHaveBeenCalled()
  press('j')
  expect(read).toHaveBeenCalled()
})
