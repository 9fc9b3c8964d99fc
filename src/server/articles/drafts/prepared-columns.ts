import type { Prepared } from '#server/documents/prepare.ts'

/** The columns that `article` and `draft` share. */
export function preparedColumns({ excerpt: _excerpt, media: _media, ...columns }: Prepared) {
  return columns
}
