import { readStored, writeStored } from './web-storage.ts'

const KEY = 'bramble:shortcuts'

/** Whether shortcuts of one character run in this browser. Speech input types such characters by accident. */
export function shortcutsAreOn() {
  return readStored('localStorage', KEY) !== 'off'
}

/** Returns false if the browser does not store the setting. */
export function setShortcutsOn(on: boolean) {
  return writeStored('localStorage', KEY, on ? null : 'off')
}

/** Typed with Option or AltGr on many keyboard layouts. Windows reports AltGr as Ctrl and Alt. */
const ALT_CHARACTERS = '[]'

/** Whether a key can be a shortcut of one character: not with a modifier, in a field to type in, a dialog or a menu. */
export function mayBeShortcut(event: KeyboardEvent) {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event
  if (defaultPrevented || isComposing || metaKey) return false
  if ((ctrlKey || altKey) && !(altKey && ALT_CHARACTERS.includes(key))) return false
  const owner =
    'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="textbox"]'
  return !(target instanceof HTMLElement && target.closest(owner)) && shortcutsAreOn()
}
