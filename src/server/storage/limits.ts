import type { StorageSettings } from '#contract/storage.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { StorageConfig } from '#server/platform/blobs/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSiteUsage } from './quota.ts'

const MEGABYTE = 1024 * 1024

/** Null for the default. */
export type StorageLimits = { uploadMb: number | null; personMb: number | null; siteMb: number | null }
type StoredLimits = StorageLimits & { version: number }

/** The limits in the configuration, and the variables that set them. */
export type StorageEnvironment = { storage: StorageConfig; given: ReadonlySet<string> }

const variables = { uploadMb: 'UPLOAD_MAX_MB', personMb: 'STORAGE_PERSON_MB', siteMb: 'STORAGE_SITE_MB' } as const
const fields = { uploadMb: 'uploadBytes', personMb: 'personBytes', siteMb: 'siteBytes' } as const
const names = ['uploadMb', 'personMb', 'siteMb'] as const

export function readStorageLimits(db: Db): Promise<StoredLimits> {
  return db.selectFrom('storageLimit').select(['uploadMb', 'personMb', 'siteMb', 'version']).executeTakeFirstOrThrow()
}

/** In bytes. What the environment sets wins, then what is stored, then the default. */
export function mergeLimits({ storage, given }: StorageEnvironment, stored: StorageLimits) {
  const bytesOf = (name: (typeof names)[number]) => {
    const own = given.has(variables[name]) ? null : stored[name]
    return own === null ? null : own * MEGABYTE
  }
  return {
    uploadBytes: bytesOf('uploadMb') ?? storage.uploadBytes,
    personBytes: bytesOf('personMb') ?? storage.personBytes,
    siteBytes: bytesOf('siteMb') ?? storage.siteBytes,
  }
}

export async function getStorageSettings(ctx: Ctx, environment: StorageEnvironment): Promise<StorageSettings> {
  const { storage, given } = environment
  const [{ version, ...stored }, usedBytes] = await Promise.all([readStorageLimits(ctx.db), getSiteUsage(ctx.db)])
  const inUse = mergeLimits(environment, stored)
  const limitOf = (name: (typeof names)[number]) => ({
    inUse: toMegabytes(inUse[fields[name]]),
    stored: stored[name],
    default: toMegabytes(storage[fields[name]]),
    setBy: given.has(variables[name]) ? variables[name] : null,
  })
  const { blobs } = storage
  return {
    // Not the keys.
    place:
      blobs.kind === 'folder'
        ? { kind: 'folder', folder: blobs.folder }
        : { kind: 's3', endpoint: blobs.endpoint, bucket: blobs.bucket, region: blobs.region },
    serviceUrl: storage.serviceUrl,
    usedBytes,
    limits: { uploadMb: limitOf('uploadMb'), personMb: limitOf('personMb'), siteMb: limitOf('siteMb') },
    version,
  }
}

const toMegabytes = (bytes: number | null) => (bytes === null ? null : bytes / MEGABYTE)

/** Takes effect in every process when the transaction commits. Files above a lower limit stay. */
export function updateStorageLimits(
  ctx: Ctx<Viewer>,
  { version, ...written }: StoredLimits,
  environment: StorageEnvironment,
) {
  return inTransaction(ctx, async (tx) => {
    await tx.db.selectFrom('storageLimit').select('id').forUpdate().executeTakeFirstOrThrow()
    const { version: current, ...before } = await readStorageLimits(tx.db)
    if (current !== version)
      throw new Refusal('version-conflict', { current: await getStorageSettings(tx, environment) })
    const set = names.find((name) => environment.given.has(variables[name]) && written[name] !== before[name])
    if (set)
      throw new Refusal('not-allowed', {
        message: `${variables[set]} sets this. Change it in the environment of the server.`,
      })
    await tx.db
      .updateTable('storageLimit')
      .set({ ...written, version: version + 1 })
      .execute()
    tx.invalidate('storage-limits')
    const target = { kind: 'setting', id: 'storage-limits' }
    await recordAudit(tx, { action: 'storage-settings.changed', target, before, after: written })
    return getStorageSettings(tx, environment)
  })
}
