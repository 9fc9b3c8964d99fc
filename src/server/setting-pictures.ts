import { setMediaReferences } from './media/media-references.ts'
import { findUsablePicture } from './media/usable-picture.ts'
import type { PictureStore } from './settings/pictures.ts'

/** The library for the pictures of settings. */
export const settingPictures: PictureStore = {
  findPicture: findUsablePicture,
  setReferences: (tx, key, mediaIds) => setMediaReferences(tx, { kind: 'setting', ref: key }, mediaIds),
}
