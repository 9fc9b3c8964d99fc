/** Read once: what a key is called does not change while one writes. */
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

const onMac: Record<string, string> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵', ArrowUp: '↑', ArrowDown: '↓' }
const elsewhere: Record<string, string> = { Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓' }

/** The keys of a shortcut as this device's keyboard calls them. */
export function keyNames(keys: string, mac = isMac): string[] {
  const names = mac ? onMac : elsewhere
  return keys.split('-').map((key) => names[key] ?? key)
}

export function keyText(keys: string, mac = isMac): string {
  return keyNames(keys, mac).join(mac ? '' : '+')
}
