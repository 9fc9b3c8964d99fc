import type { Media } from '#contract/media.ts'
import type { FileKinds } from '#site/storage/file-kinds.ts'

type TrackedFile = { kinds: FileKinds; row: number | null; media: Media | null }

export type UploadTracker = ReturnType<typeof createUploadTracker>

/** Upload state of the files that pending blocks wait for. */
export function createUploadTracker() {
  const tracked = new Map<File, TrackedFile>()
  const change = (file: File, to: Partial<TrackedFile>) => {
    const before = tracked.get(file)
    if (before) tracked.set(file, { ...before, ...to })
  }
  return {
    /** A file inserted twice needs its own identity, because files are the keys. */
    own: (file: File) => (tracked.has(file) ? new File([file], file.name, { type: file.type }) : file),
    expect: (file: File, kinds: FileKinds) => void tracked.set(file, { kinds, row: null, media: null }),
    began: (file: File, row: number | undefined) => change(file, { row: row ?? null }),
    take: (file: File, media: Media) => change(file, { media }),
    kindsOf: (file: File) => tracked.get(file)?.kinds ?? 'anything',
    rowOf: (file: File) => tracked.get(file)?.row ?? null,
    rowsOf: (files: File[]) => files.flatMap((file) => tracked.get(file)?.row ?? []),
    mediaOf: (files: File[]) => files.flatMap((file) => tracked.get(file)?.media ?? []),
    /** Whether every file has been uploaded or cancelled. */
    settled: (files: File[], rows: ReadonlySet<number>) =>
      files.every((file) => {
        const entry = tracked.get(file)
        return entry && (entry.media !== null || (entry.row !== null && !rows.has(entry.row)))
      }),
    remove: (files: File[]) => {
      for (const file of files) tracked.delete(file)
    },
  }
}
