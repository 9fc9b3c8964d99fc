import type { Media } from '#contract/media.ts'
import type { FileKinds } from '#site/storage/file-kinds.ts'

type Arrival = { kinds: FileKinds; row: number | null; media: Media | null }

export type Arrivals = ReturnType<typeof createArrivals>

/** What has become of the files that the text waits for. */
export function createArrivals() {
  const arrivals = new Map<File, Arrival>()
  const change = (file: File, to: Partial<Arrival>) => {
    const before = arrivals.get(file)
    if (before) arrivals.set(file, { ...before, ...to })
  }
  return {
    /** One file may be wanted at two places. */
    own: (file: File) => (arrivals.has(file) ? new File([file], file.name, { type: file.type }) : file),
    expect: (file: File, kinds: FileKinds) => void arrivals.set(file, { kinds, row: null, media: null }),
    began: (file: File, row: number | undefined) => change(file, { row: row ?? null }),
    take: (file: File, media: Media) => change(file, { media }),
    kindsOf: (file: File) => arrivals.get(file)?.kinds ?? 'anything',
    rowOf: (file: File) => arrivals.get(file)?.row ?? null,
    rowsOf: (files: File[]) => files.flatMap((file) => arrivals.get(file)?.row ?? []),
    mediaOf: (files: File[]) => files.flatMap((file) => arrivals.get(file)?.media ?? []),
    /** Each is in the library, or was given up by the person who chose it. */
    settled: (files: File[], rows: ReadonlySet<number>) =>
      files.every((file) => {
        const arrival = arrivals.get(file)
        return arrival && (arrival.media !== null || (arrival.row !== null && !rows.has(arrival.row)))
      }),
    forget: (files: File[]) => {
      for (const file of files) arrivals.delete(file)
    },
  }
}
