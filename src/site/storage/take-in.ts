import { STORAGE_POLL_MS } from '#contract/constants.ts'
import type { Media } from '#contract/media.ts'
import { Refusal } from '#contract/errors.ts'
import type { Api } from '#site/page.ts'
import { type Upload, startUpload } from './client.ts'
import { sleep } from './patience.ts'
import type { Storage } from './storage.ts'

/** A picture that takes longer than this is looked at again when its page is. */
const MOST_POLLS = 120

/** What becomes of an object once it has arrived. */
export type Keep = (object: { object: string; name: string }) => Promise<Media>

type Options = {
  storage: Storage
  uid: string
  file: File
  keep: Keep
  onProgress(bytes: number): void
  /** Everything has arrived; from here on it can be neither paused nor canceled. */
  onArrived(): void
}

export type TakeIn = Omit<Upload, 'done'> & { done: Promise<Media> }

/** Uploads a file and has it taken into the library. */
export function takeIn({ storage, uid, file, keep, onProgress, onArrived }: Options): TakeIn {
  const object = `users/${uid}/uploads/${crypto.randomUUID()}-${safeName(file.name)}`
  const { done, ...controls } = startUpload({ storage, name: object, file, onProgress })

  async function work() {
    await done
    onArrived()
    try {
      return await keep({ object, name: shownName(file.name) })
    } catch (error) {
      // What is not wanted takes up no room. Whether that works out is not this person's concern.
      if (error instanceof Refusal) void storage.remove(object).catch(() => {})
      throw error
    }
  }

  return { ...controls, done: work() }
}

/** Asks until the sizes of a picture are made. It can be used meanwhile. */
export async function untilReady(api: Api, media: Media, signal: AbortSignal): Promise<Media> {
  let latest = media
  for (let polls = 0; latest.state === 'processing' && polls < MOST_POLLS; polls++) {
    await sleep(STORAGE_POLL_MS, signal)
    latest = await api('GET /api/media/{id}', { params: { id: media.id } })
  }
  return latest
}

/** Letters and digits of an address; the name that people see is kept beside the object. */
export function safeName(name: string) {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  const safe = plain.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+|[-.]+$/g, '')
  return safe.slice(-80) || 'file'
}

function shownName(name: string) {
  return name.trim().slice(0, 200) || 'Without a name'
}
