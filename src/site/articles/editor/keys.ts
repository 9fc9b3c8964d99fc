const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

const onMac: Record<string, string> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵', ArrowUp: '↑', ArrowDown: '↓' }
const elsewhere: Record<string, string> = { Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓' }

/** The key names of a shortcut on this platform. */
export function keyNames(keys: string, mac = isMac): string[] {
  const names = mac ? onMac : elsewhere
  return keys.split('-').map((key) => names[key] ?? key)
}

export function keyText(keys: string, mac = isMac): string {
  return keyNames(keys, mac).join(mac ? '' : '+')
}
