import { getIconData } from '@iconify/utils'
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }
import { Refusal } from '#contract/errors.ts'

/** An icon of the set that server-rendered pages use. */
export function findIcon(name: string) {
  // `getIconData` looks names up in plain objects, where it would also find `constructor`.
  const known = Object.hasOwn(lucide.icons, name) || Object.hasOwn(lucide.aliases, name)
  const icon = known ? getIconData(lucide, name) : null
  return icon ? { body: icon.body, size: lucide.height } : undefined
}

/** The bundled icon sets by prefix. */
const sets = { lucide }

/** Icons by name, in the Iconify API's format. Unknown names are listed in `not_found`. */
export function getIcons(file: string, names: string) {
  const prefix = file.replace(/\.json$/, '')
  if (!Object.hasOwn(sets, prefix)) throw new Refusal('not-found')
  const wanted = [...new Set(names.split(','))].map((name) => ({ name, icon: findIcon(name) }))
  return {
    prefix,
    icons: Object.fromEntries(wanted.flatMap(({ name, icon }) => (icon ? [[name, { body: icon.body }]] : []))),
    not_found: wanted.flatMap(({ name, icon }) => (icon ? [] : name)),
    width: lucide.width,
    height: lucide.height,
  }
}
