import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import {
  findServiceObject,
  readServiceObject,
  removeServiceObject,
  saveServiceObject,
  serviceObjectName,
} from '#server/storage/storage-service.ts'
import type { MediaRow } from './queries.ts'
import { sanitizePicture } from './sanitize-picture.ts'
import { limitImageWork } from './sharp.ts'
import { HEAD_BYTES, detectType } from './sniff.ts'

const REMOVED_AT_ONCE = 8

/** File metadata before it is added. */
export type Examined = Pick<
  MediaRow,
  'kind' | 'state' | 'type' | 'size' | 'blob' | 'address' | 'width' | 'height' | 'animated' | 'placeholder'
>

/** Examines an upload at the storage service. A picture is replaced there by its sanitized copy, a file stays as it is. */
export async function examineAtService(ctx: Ctx<Viewer>, objectName: string, name: string): Promise<Examined> {
  if (!objectName.startsWith(`users/${ctx.viewer.uid}/`)) throw new Refusal('object-not-found')
  const object = await findServiceObject(ctx, objectName)
  const head = await readServiceObject(ctx, object, { first: HEAD_BYTES })
  const found = detectType(head, { name, size: object.size })
  if (found.kind === 'file')
    return { ...plainFile, type: found.type, size: object.size, blob: newId(), address: object.address }
  const stored = await storePicture(ctx, await readServiceObject(ctx, object, { maxBytes: object.size }), found.type)
  await removeServiceObject(ctx, objectName)
  return stored
}

/** Bytes that the server fetched. */
export async function storeAtService(ctx: Ctx<Viewer>, bytes: Buffer, name: string): Promise<Examined> {
  const found = detectType(bytes.subarray(0, HEAD_BYTES), { name, size: bytes.length })
  if (found.kind === 'picture') return storePicture(ctx, bytes, found.type)
  const { size, address } = await saveServiceObject(ctx, { name: mediaName(ctx), type: found.type, bytes })
  return { ...plainFile, type: found.type, size, blob: newId(), address }
}

/**
 * Deletes the files of these rows at the service. The caller's token decides; another person's file stays there. Stops
 * when the service does not respond, because waiting for it once per file would take too long.
 */
export async function removeAtService(ctx: Ctx, rows: Pick<MediaRow, 'address'>[]) {
  const names = rows.flatMap(({ address }) => (address === null ? [] : (serviceObjectName(ctx, address) ?? [])))
  for (let start = 0; start < names.length; start += REMOVED_AT_ONCE) {
    const batch = names.slice(start, start + REMOVED_AT_ONCE)
    const reached = await Promise.all(batch.map((name) => removeServiceObject(ctx, name)))
    if (reached.includes(false)) return
  }
}

export const plainFile = {
  kind: 'file' as const,
  state: 'ready' as const,
  width: null,
  height: null,
  animated: false,
  placeholder: null,
}

/** One size only: the service stores files and makes no variants of them. */
function storePicture(ctx: Ctx<Viewer>, bytes: Buffer, type: string) {
  return limitImageWork(async () => {
    const { bytes: clean, ...picture } = await sanitizePicture(bytes, type)
    const saved = await saveServiceObject(ctx, { name: mediaName(ctx), type: picture.type, bytes: clean })
    const { size, address } = saved
    return { kind: 'picture' as const, state: 'ready' as const, ...picture, size, blob: newId(), address }
  })
}

function mediaName({ viewer }: Ctx<Viewer>) {
  return `users/${viewer.uid}/media/${newId()}`
}
