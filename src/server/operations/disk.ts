import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '#server/platform/errors.ts'

/** Below this share of free space, PostgreSQL and uploads are at risk. */
const LOW_DISK_SHARE = 0.1
const LOW_DISK_BYTES = 5 * 1024 ** 3

export type DiskSpace = { freeBytes: number; totalBytes: number }

/** The space of the file system that holds a folder, which need not exist yet. Null when it cannot be read. */
export async function getDiskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch (error) {
    const parent = dirname(folder)
    // Every other error means that the system does not tell.
    return codeOf(error) === 'ENOENT' && parent !== folder ? getDiskSpace(parent) : null
  }
}

export function isLow({ freeBytes, totalBytes }: DiskSpace) {
  return freeBytes < totalBytes * LOW_DISK_SHARE && freeBytes < LOW_DISK_BYTES
}
