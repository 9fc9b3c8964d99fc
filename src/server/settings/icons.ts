import { getIconData } from '@iconify/utils'
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }
import { Refusal } from '#contract/errors.ts'

/** One icon of the set that the site itself uses, for pages rendered here. */
export function iconNamed(name: string) {
  // `getIconData` looks names up in plain objects, where `constructor` is found too.
  const known = Object.hasOwn(lucide.icons, name) || Object.hasOwn(lucide.aliases, name)
  const icon = known ? getIconData(lucide, name) : null
  return icon ? { body: icon.body, size: lucide.height } : undefined
}

/** The sets we carry, by the prefix they are asked for. */
const sets = { lucide }

/** Icons by name, in the shape that icon clients expect; names we do not have are listed, not refused. */
export function icons(file: string, names: string) {
  const prefix = file.replace(/\.json$/, '')
  if (!Object.hasOwn(sets, prefix)) throw new Refusal('not-found')
  const wanted = [...new Set(names.split(','))].map((name) => ({ name, icon: iconNamed(name) }))
  return {
    prefix,
    icons: Object.fromEntries(wanted.flatMap(({ name, icon }) => (icon ? [[name, { body: icon.body }]] : []))),
    not_found: wanted.flatMap(({ name, icon }) => (icon ? [] : name)),
    width: lucide.width,
    height: lucide.height,
  }
}
