import type { SettingPicture } from '#contract/settings/settings.ts'
import type { Picture } from '#contract/shapes.ts'
import { type PictureRow, pictureOf } from '#server/media/picture.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'

/** Finds the pictures of settings by id. One that was deleted from the library is null. */
export function settingPicturesById(base: string, rows: readonly PictureRow[]) {
  const found = new Map<string, Picture>()
  for (const row of rows) {
    const picture = pictureWithBase(base, pictureOf(row))
    if (picture) found.set(row.id, picture)
  }
  return (media: string | null): SettingPicture | null => {
    const picture = media === null ? undefined : found.get(media)
    return media !== null && picture ? { media, picture } : null
  }
}
