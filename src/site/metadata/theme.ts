import { DEFAULT_ACCENT } from '#contract/settings/default-site.ts'

/** Stylesheets that replace the accent of the design tokens start with this path. */
export const themeFolder = (base: string) => `${base}theme/`

/** The stylesheet of an accent; null for the default one, which the other styles contain. */
export function themePath(accent: string, base: string) {
  return accent === DEFAULT_ACCENT ? null : `${themeFolder(base)}${accent.slice(1)}.css`
}
