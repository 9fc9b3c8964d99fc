/** The site is light. A page may force a mode for itself, but not leave it to the system. */
export const colorModes = ['light', 'dark'] as const
export type ColorMode = (typeof colorModes)[number]

/** The mode to show. `system` at page level is a mistake: it is said in the console and light is shown. */
export function pageColorMode(forced: string | undefined): ColorMode {
  if (forced === undefined) return 'light'
  if (forced === 'light' || forced === 'dark') return forced
  // oxlint-disable-next-line no-console -- the specification asks for a warning, and it is for developers
  console.warn(`A page cannot force the colour mode “${forced}”: it takes ${colorModes.join(' or ')}. Showing light.`)
  return 'light'
}
