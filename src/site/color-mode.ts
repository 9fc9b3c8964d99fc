/** The site is light. A page may force a mode, but cannot use the system's. */
const colorModes = ['light', 'dark'] as const
export type ColorMode = (typeof colorModes)[number]

/** The mode to show. `system` at page level is invalid: it logs a warning and falls back to light. */
export function pageColorMode(forced: string | undefined): ColorMode {
  if (forced === undefined) return 'light'
  if (forced === 'light' || forced === 'dark') return forced
  // oxlint-disable-next-line no-console -- the specification asks for a warning, and it is for developers
  console.warn(`A page cannot force the colour mode “${forced}”: it takes ${colorModes.join(' or ')}. Showing light.`)
  return 'light'
}
