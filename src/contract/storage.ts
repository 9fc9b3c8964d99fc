import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'

const Megabytes = z.int('Enter a whole number of megabytes.').min(1, 'Enter at least 1 MB.')
/** Null for the default. */
const limits = {
  uploadMb: Megabytes.max(10_000, 'Enter at most 10,000 MB.').nullable(),
  personMb: Megabytes.max(1_000_000_000, 'Enter a smaller number.').nullable(),
  siteMb: Megabytes.max(1_000_000_000, 'Enter a smaller number.').nullable(),
}

/** A limit in megabytes. Null is no limit, which only the site can have. */
const Limit = z.object({
  inUse: z.number().nullable(),
  stored: z.int().nullable(),
  default: z.number().nullable(),
  /** The environment variable that sets it. */
  setBy: z.string().nullable(),
})

export const StorageSettings = z.object({
  place: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('folder'), folder: z.string() }),
    z.object({ kind: z.literal('s3'), endpoint: z.string(), bucket: z.string(), region: z.string() }),
  ]),
  /** The URL of another site that stores the uploads, if any. */
  serviceUrl: z.string().nullable(),
  usedBytes: z.number(),
  limits: z.object({ uploadMb: Limit, personMb: Limit, siteMb: Limit }),
  version: z.int(),
})
export type StorageSettings = z.infer<typeof StorageSettings>

const StorageStep = z.object({
  step: z.enum(['write', 'read', 'list', 'delete']),
  /** Null when an earlier step failed. */
  ok: z.boolean().nullable(),
  ms: z.number(),
  found: z.string(),
})
export const StorageCheck = z.object({ ok: z.boolean(), at: z.iso.datetime(), steps: z.array(StorageStep) })
export type StorageCheck = z.infer<typeof StorageCheck>

export const storageEndpoints = {
  'GET /api/admin/storage': {
    access: 'admin',
    says: 'Returns where files are stored, how much space they use, and the limits.',
    reply: StorageSettings,
  },
  'PUT /api/admin/storage/limits': {
    access: 'admin',
    says: 'Changes the limits of uploads, at once and in all processes. Null restores the default.',
    body: z.object({ ...limits, version: z.int() }),
    reply: StorageSettings,
  },
  'POST /api/admin/storage/check': {
    access: 'admin',
    says: 'Writes, reads, lists and deletes a small object, and reports each step.',
    reply: StorageCheck,
  },
} satisfies EndpointTable
