import { STORAGE_POLL_MS } from '#contract/constants.ts'
import type { Media } from '#contract/media.ts'
import { Refusal } from '#contract/errors.ts'
import type { Api } from '#site/page.ts'
import { type Upload, startUpload } from './upload.ts'
import { sleep } from './backoff.ts'
import type { Storage } from './storage.ts'

/** Polling stops after this; the page shows the state on the next visit. */
const MOST_POLLS = 120

/** Turns an uploaded object into a library item. */
export type AddToLibrary = (object: { object: string; name: string }) => Promise<Media>

type Options = {
  storage: Storage
  uid: string
  file: File
  keep: AddToLibrary
  onProgress(bytes: number): void
  /** Upload complete; it can no longer be paused or canceled. */
  onArrived(): void
}

export type LibraryUpload = Omit<Upload, 'done' | 'on'> & { done: Promise<Media> }

/** Uploads a file and adds it to the library. */
export function uploadToLibrary({ storage, uid, file, keep, onProgress, onArrived }: Options): LibraryUpload {
  const object = `users/${uid}/uploads/${crypto.randomUUID()}-${safeName(file.name)}`
  const { done, on, ...controls } = startUpload({ storage, name: object, file })
  on('progress', onProgress)

  async function work() {
    await done
    onArrived()
    try {
      return await keep({ object, name: shownName(file.name) })
    } catch (error) {
      // Best effort: delete the object of a canceled upload.
      if (error instanceof Refusal) void storage.remove(object).catch(() => {})
      throw error
    }
  }

  return { ...controls, done: work() }
}

/** Polls until the image variants are ready. The image can be used meanwhile. */
export async function waitUntilReady(api: Api, media: Media, signal: AbortSignal): Promise<Media> {
  let latest = media
  for (let polls = 0; latest.state === 'processing' && polls < MOST_POLLS; polls++) {
    await sleep(STORAGE_POLL_MS, signal)
    latest = await api('GET /api/media/{id}', { params: { id: media.id } })
  }
  return latest
}

/** A safe object name; the original name is stored as metadata. */
function safeName(name: string) {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  const safe = plain.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+|[-.]+$/g, '')
  return safe.slice(-80) || 'file'
}

function shownName(name: string) {
  return name.trim().slice(0, 200) || 'Without a name'
}
