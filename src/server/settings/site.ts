import { Refusal } from '#contract/errors.ts'
import type { Site } from '#contract/settings/site.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { CachedValue } from '#server/platform/cache/cached-value.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { siteRows } from './queries.ts'
import { AllSettings, parseSettings } from './stored.ts'

export const siteTags = ['settings', 'categories'] as const

/** The same for pages, which all ask for it. */
export function getCachedSite(ctx: Ctx, cached: CachedValue<Site>): Promise<Site> {
  ctx.addCacheTags(...siteTags)
  return cached.get(() => getSite(ctx))
}

/** The settings and categories that every page shows. */
export async function getSite({ db, site: { base }, addCacheTags }: Ctx): Promise<Site> {
  const [rows] = await siteRows(db, {})
  addCacheTags(...siteTags)
  const settings = parseSettings(rows?.settings ?? [])
  const { name, tagline, accent, navigation, footer, switchedOff, logo, icon, socialCards } = settings
  return {
    name,
    tagline,
    accent,
    navigation,
    footer,
    switchedOff,
    logo: pictureWithBase(base, logo?.picture ?? null),
    icon: icon && iconFolder(icon.picture),
    socialCards: { ...socialCards, picture: pictureWithBase(base, socialCards.picture?.picture ?? null) },
    signUp: settings['signUp.mode'],
    categories: rows?.categories ?? [],
  }
}

/** Changes when the picture is replaced in the library, so that icons can be cached forever. Null for an external one. */
function iconFolder({ src }: Picture) {
  return /\/media\/([A-Za-z0-9]+-[A-Za-z0-9]+)\//.exec(src)?.[1] ?? null
}

/** Validates and stores one setting. Returns it as it is stored. */
export async function updateSetting({ db, now, invalidate }: Ctx, key: string, value: unknown) {
  const shape = Object.entries(AllSettings.shape).find(([name]) => name === key)?.[1]
  if (!shape) throw new Refusal('invalid', { issues: [{ path: [key], message: 'Unknown setting.' }] })
  const parsed = shape.safeParse(value)
  if (!parsed.success) {
    throw new Refusal('invalid', { issues: parsed.error.issues.map(({ message }) => ({ path: [key], message })) })
  }
  const row = { value: JSON.stringify(parsed.data), updatedAt: now() }
  await db
    .insertInto('setting')
    .values({ key, ...row })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb }) => ({ ...row, version: eb('setting.version', '+', 1) })),
    )
    .execute()
  invalidate('settings')
  return parsed.data
}
