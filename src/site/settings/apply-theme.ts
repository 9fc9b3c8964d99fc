import { themeFolder, themePath } from '#site/metadata/theme.ts'

/** Replaces the stylesheet of the accent in the open page. Other open pages get it with their next load. */
export function applyTheme(accent: string, base: string) {
  const path = themePath(accent, base)
  const link = document.head.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href^="${themeFolder(base)}"]`)
  if (link?.getAttribute('href') === path) return
  if (path === null) return link?.remove()
  const sheet = link ?? document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = path
  if (!link) document.head.append(sheet)
}
