import { z } from 'zod'

/** Changes when older versions of Bramble cannot read the file. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'

/** Why a backup cannot be made, verified or restored, and what to do about it. Printed without a stack trace. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** The file must not be restored: bytes are missing or differ from the manifest. */
export class DamagedBackup extends BackupError {
  override name = 'DamagedBackup'
  constructor(reason: string, options?: ErrorOptions) {
    super(`This backup is damaged: ${reason}. Use another one.`, options)
  }
}

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.number().int().min(0)
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

const TableEntry = z.object({
  name: Name,
  columns: z.array(Name),
  rows: Count,
  /** Of the rows in COPY text format, as the parts contain them. */
  bytes: Count,
  sha256: Sha256,
  parts: Count,
  /** The sum of the SHA-256 of every row. The order of rows does not matter, because a database may change it. */
  rowSum: Sha256,
})
export type TableEntry = z.infer<typeof TableEntry>

/** The last member of a backup. A file without it is not a backup. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  bramble: z.string(),
  createdAt: z.iso.datetime(),
  /** The version of the server. For information: any version can read the file. */
  postgresql: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: Sha256 })),
  tables: z.array(TableEntry),
  sequences: z.array(z.object({ name: Name, value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  /** `sha256` is that of all checksum files in their order. */
  objects: z.object({ count: Count, bytes: Count, sha256: Sha256 }),
  /** The keys of all objects that the database refers to, sorted, each with a line feed. */
  references: z.object({ count: Count, sha256: Sha256 }),
  /** Objects that the database refers to and that were not in the store. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** Reads the manifest. Refuses formats of later versions before anything else is checked. */
export function parseManifest(text: string): Manifest {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch (cause) {
    throw new DamagedBackup('its manifest cannot be read', { cause })
  }
  const format = z.object({ format: z.number() }).safeParse(found)
  if (format.success && format.data.format > FORMAT)
    throw new BackupError('This backup was made by a newer version of Bramble. Update Bramble, then try again.')
  const manifest = Manifest.safeParse(found)
  if (!manifest.success) throw new DamagedBackup('its manifest is not valid')
  return manifest.data
}

export const tablePart = (table: string, part: number) => `tables/${table}/${numbered(part)}.copy.gz`
export const objectPart = (key: string) => `objects/${key}`
export const checksumPart = (part: number) => `checksums/${numbered(part)}.txt`

function numbered(part: number) {
  return String(part).padStart(6, '0')
}
