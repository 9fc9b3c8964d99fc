import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { Id } from './shapes.ts'

export const backupStates = ['waiting', 'running', 'whole', 'failed'] as const
export const verifyStates = ['waiting', 'running', 'passed', 'failed'] as const
export const backupIntervals = ['off', 'daily', 'weekly'] as const

export const Backup = z.object({
  id: Id,
  state: z.enum(backupStates),
  /** The name of the file. */
  file: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  scheduled: z.boolean(),
  madeBy: z.object({ name: z.string(), handle: z.string() }).nullable(),
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  rows: z.number().int().nullable(),
  objects: z.number().int().nullable(),
  /** Objects that the database refers to and that were not in the store. */
  missing: z.number().int(),
  error: z.string().nullable(),
  verify: z
    .object({ state: z.enum(verifyStates), at: z.iso.datetime().nullable(), error: z.string().nullable() })
    .nullable(),
  /** Of the backup or the verification that is running, in percent. Null before the work begins. */
  percent: z.number().min(0).max(100).nullable(),
})
export type Backup = z.infer<typeof Backup>

export const BackupSchedule = z.object({
  every: z.enum(backupIntervals),
  /** In UTC. Weekly backups are made on Mondays. */
  hour: z.coerce.number().int().min(0).max(23),
  /** The number of scheduled backups to keep. Others are deleted by hand. */
  keep: z.coerce.number().int().min(1).max(365),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

/** The version is sent back, so that of two people who change the schedule at once, one is told. */
export const VersionedSchedule = BackupSchedule.extend({ version: z.string() })

export const Backups = z.object({
  items: z.array(Backup),
  schedule: VersionedSchedule,
  /** Whether the last scheduled backup that was due is not there an hour later. */
  overdue: z.boolean(),
  nextAt: z.iso.datetime().nullable(),
  /** Where the files are: a folder on the server, or a bucket. */
  location: z.string(),
})
export type Backups = z.infer<typeof Backups>

const params = z.object({ id: Id })

export const backupEndpoints = {
  'GET /api/admin/backups': {
    access: 'admin',
    scope: 'system:read',
    says: 'Lists the newest 100 backups, newest first, with the schedule. Download one from `/api/admin/backups/{id}/file`.',
    reply: Backups,
  },
  'POST /api/admin/backups': {
    access: 'admin',
    scope: 'system:write',
    says: 'Starts a backup. Refused while another one is running.',
    reply: Backup,
  },
  'PUT /api/admin/backups/schedule': {
    access: 'admin',
    says: 'Changes when backups are made and how many are kept.',
    body: VersionedSchedule,
    reply: VersionedSchedule,
  },
  'POST /api/admin/backups/{id}/verify': {
    access: 'admin',
    scope: 'system:write',
    says: 'Starts a verification: restores the backup into a scratch database and compares all checksums.',
    params,
    reply: Backup,
  },
  'DELETE /api/admin/backups/{id}': {
    access: 'admin',
    says: 'Deletes a backup and its file.',
    params,
    reply: z.object({ deleted: z.literal(true) }),
  },
} satisfies EndpointTable
