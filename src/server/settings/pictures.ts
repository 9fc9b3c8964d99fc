import type { SettingChanges, SettingPicture } from '#contract/settings/settings.ts'
import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { lockSettings } from './queries.ts'
import { updateSetting } from './site.ts'
import { type AllSettings, parseSettings } from './stored.ts'

/** The library, which depends on this feature. */
export type PictureStore = {
  /** A picture that the viewer may use, or one that is in use already. */
  findPicture(tx: Ctx<Viewer>, id: string, used: boolean): Promise<Picture | null>
  setReferences(tx: Ctx, key: string, mediaIds: readonly string[]): Promise<void>
}

type Values = Pick<AllSettings, 'logo' | 'icon' | 'socialCards'>
type Changes = Pick<SettingChanges, 'logo' | 'icon' | 'socialCards'>

/** Replaces the ids in a change by pictures, and stores which ones are in use. */
export async function resolvePictures(
  tx: Ctx<Viewer>,
  store: PictureStore,
  { logo, icon, socialCards }: Changes,
  before: Values,
): Promise<Partial<Values>> {
  const resolve = async (key: string, media: string | null, used: SettingPicture | null) => {
    const picture = media === null ? null : await store.findPicture(tx, media, media === used?.media)
    if (media !== null && !picture) throw invalid(key, 'This picture is not in the library. Choose another.')
    if (key === 'icon' && picture && !picture.src.startsWith('/')) {
      throw invalid(key, 'Icons are made from pictures that this site stores. This one is stored by another service.')
    }
    await store.setReferences(tx, key, media === null ? [] : [media])
    return media !== null && picture ? { media, picture } : null
  }
  return {
    ...(logo !== undefined && { logo: await resolve('logo', logo, before.logo) }),
    ...(icon !== undefined && { icon: await resolve('icon', icon, before.icon) }),
    ...(socialCards && {
      socialCards: {
        ...socialCards,
        picture: await resolve('socialCards', socialCards.picture, before.socialCards.picture),
      },
    }),
  }
}

function invalid(key: string, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', 'changes', key], message }] })
}

/** For pictures that were replaced in the library, or deleted from it. Inside a transaction. */
export async function replaceSettingPictures(tx: Ctx, keys: string[], picture: Picture | null) {
  const { logo, icon, socialCards } = parseSettings(await lockSettings(tx.db, keys))
  const replaced = (before: SettingPicture | null) => (before && picture ? { ...before, picture } : null)
  for (const key of keys) {
    if (key === 'logo') await updateSetting(tx, key, replaced(logo))
    if (key === 'icon') await updateSetting(tx, key, replaced(icon))
    if (key === 'socialCards') await updateSetting(tx, key, { ...socialCards, picture: replaced(socialCards.picture) })
  }
}

/** With the base URL of the site, as pages show it. */
export function presentPicture(base: string, stored: SettingPicture | null): SettingPicture | null {
  const picture = stored && pictureWithBase(base, stored.picture)
  return stored && picture ? { media: stored.media, picture } : null
}
