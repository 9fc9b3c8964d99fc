import { Refusal } from '#contract/errors.ts'
import { SiteSettings, type Site } from '#contract/settings.ts'
import type { CachedValue } from '#server/platform/cache/cached-value.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { OwnerSettings } from './owner-settings.ts'
import { siteRows } from './queries.ts'

const defaults: SiteSettings = { name: 'Bramble', tagline: 'A place to publish and read stories' }

export const siteTags = ['settings', 'categories'] as const

/** The same for pages, which all ask for it. */
export function getCachedSite(ctx: Ctx, cached: CachedValue<Site>): Promise<Site> {
  ctx.addCacheTags(...siteTags)
  return cached.get(() => getSite(ctx))
}

/** The settings and categories that every page shows. */
export async function getSite({ db, addCacheTags }: Ctx): Promise<Site> {
  const [rows] = await siteRows(db, {})
  addCacheTags(...siteTags)
  const stored = Object.fromEntries(rows?.settings.map(({ key, value }) => [key, value]) ?? [])
  return { ...SiteSettings.parse({ ...defaults, ...stored }), categories: rows?.categories ?? [] }
}

/** Validates and stores one setting. */
export async function updateSetting({ db, now, invalidate }: Ctx, key: string, value: unknown) {
  const shapes = { ...SiteSettings.shape, ...OwnerSettings.shape }
  const shape = Object.entries(shapes).find(([name]) => name === key)?.[1]
  if (!shape) throw new Refusal('invalid', { issues: [{ path: [key], message: 'Unknown setting.' }] })
  const parsed = shape.safeParse(value)
  if (!parsed.success) {
    throw new Refusal('invalid', { issues: parsed.error.issues.map(({ message }) => ({ path: [key], message })) })
  }
  const row = { value: JSON.stringify(parsed.data), updatedAt: now() }
  await db
    .insertInto('setting')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  invalidate('settings')
}
