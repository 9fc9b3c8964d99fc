import { z } from 'zod'
import { defaultSite } from '#contract/settings/default-site.ts'
import { Settings } from '#contract/settings/settings.ts'
import { OwnerSettings, parsedJson } from './owner-settings.ts'

const { name, tagline, logo, icon, accent, navigation, footer, socialCards, switchedOff } = Settings.shape

/** Everything that is stored, with its default. */
export const AllSettings = OwnerSettings.extend({
  name: name.default(defaultSite.name),
  tagline: tagline.default(defaultSite.tagline),
  logo: logo.default(null),
  icon: icon.default(null),
  accent: accent.default(defaultSite.accent),
  navigation: z.preprocess(parsedJson, navigation).default(defaultSite.navigation),
  footer: z.preprocess(parsedJson, footer).default(defaultSite.footer),
  socialCards: z.preprocess(parsedJson, socialCards).default({ ...defaultSite.socialCards, picture: null }),
  switchedOff: z.preprocess(parsedJson, switchedOff).default([]),
})
export type AllSettings = z.infer<typeof AllSettings>

/** A value that an older version stored and this one refuses counts as the default. */
export function parseSettings(rows: readonly { key: string; value: unknown }[]): AllSettings {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const valid = Object.entries(AllSettings.shape).flatMap(([key, shape]) => {
    const parsed = stored.has(key) && shape.safeParse(stored.get(key))
    return parsed && parsed.success ? [[key, parsed.data]] : []
  })
  return AllSettings.parse(Object.fromEntries(valid))
}
