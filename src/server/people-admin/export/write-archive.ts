import { type RawBuilder, sql } from 'kysely'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { findAccountByUid } from '#server/identity/find-accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { type Section, sections } from './sections.ts'

const BATCH_SIZE = 100

type Cursor = { name: string; stopped: () => boolean }
type Subject = { id: string; uid: string | null; email: string | null }

/**
 * Streams a ZIP archive of everything about a person: JSON per subject, and their files. `db` is a transaction that reads
 * one state of the database, and must stay open until the stream ends.
 */
export async function writeArchive({ db, blobs, now, log }: Ctx, person: { id: string; uid: string | null }) {
  const account = person.uid ? await findAccountByUid(db, person.uid) : undefined
  const subject: Subject = { ...person, email: account?.email ?? null }
  const zip = new ZipFile()
  // A stream of our own: the one of the archive has a type without `destroy`.
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  // The reader of the stream fails with it; without a listener it would end the process too.
  output.on('error', (error) => log.warn({ err: error }, 'archive incomplete'))
  // The library does not listen to errors of what it reads.
  const failing = (stream: Readable) => stream.on('error', (error) => output.destroy(error))
  const mtime = now()
  zip.addBuffer(Buffer.from(explanation), 'README.txt', { mtime })
  for (const [at, section] of sections.entries()) {
    const rows = rowsOf(db, section, subject, { name: `export_${at}`, stopped: () => output.destroyed })
    if (rows) zip.addReadStreamLazy(`${section.file}.json`, { mtime }, (open) => open(null, failing(jsonStream(rows))))
  }
  for (const { path, blob } of await filesOf(db, subject)) {
    // Pictures, video and documents are compressed already.
    zip.addReadStreamLazy(path, { mtime, compress: false }, (open) => {
      blobs.read(blob).then(
        (bytes) => open(null, failing(bytes)),
        (error: unknown) => open(error, Readable.from([])),
      )
    })
  }
  zip.end()
  return output
}

const explanation = `This archive contains what the site stores about one person.

Each .json file is a list of rows; times are in UTC. Stories, drafts and revisions are in the folder "stories" with their
full text, and uploaded files are in "files". Passwords, tokens and other secrets are not included.
`

const isOfOwn = {
  stories: (id: string) => sql<boolean>`article_id in (select article.id from article where article.author_id = ${id})`,
  membership: (id: string) =>
    sql<boolean>`membership_id in (select membership.id from membership where membership.person_id = ${id})`,
  payments: (id: string) =>
    sql<boolean>`payment_id in (select payment.id from payment where payment.person_id = ${id})`,
}

/** Null when the section needs an account or an address that the person does not have. */
function rowsOf(db: Db, section: Section, { id, uid, email }: Subject, cursor: Cursor) {
  const { table, personId = [], uid: uids = [], email: emails = [], ofOwn, without = [], joined } = section
  const matches: RawBuilder<boolean>[] = [
    ...personId.map((column) => sql<boolean>`${sql.ref(column)} = ${id}`),
    ...(uid === null ? [] : uids.map((column) => sql<boolean>`${sql.ref(column)} = ${uid}`)),
    ...(email === null ? [] : emails.map((column) => sql<boolean>`${sql.ref(column)} = ${email}`)),
    ...(ofOwn ? [isOfOwn[ofOwn](id)] : []),
  ]
  if (matches.length === 0) return null
  const more = joined
    ? sql`|| (select to_jsonb(other) from (select ${sql.join(joined.columns.map((column) => sql.ref(column)))}
        from ${sql.table(joined.table)} where id = row.${sql.ref(joined.by)}) as other)`
    : sql``
  // As text: the database formats times, and nothing is parsed here.
  const query = sql`select (to_jsonb(row) - ${[...without]}::text[] ${more})::text as line
    from ${sql.table(table)} as row where ${sql.join(matches, sql` or `)}`
  return readCursor(db, cursor, query)
}

/** A cursor, because the texts of a prolific author do not fit into memory. */
async function* readCursor(db: Db, { name, stopped }: Cursor, query: RawBuilder<unknown>) {
  const cursor = sql.ref(name)
  // Once the archive is stopped, its transaction ends, and its connection may be in use for something else.
  if (stopped()) return
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  for (;;) {
    if (stopped()) return
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH_SIZE)} from ${cursor}`.execute(db)
    for (const { line } of rows) yield line
    if (rows.length < BATCH_SIZE) break
  }
  if (!stopped()) await sql`close ${cursor}`.execute(db)
}

function jsonStream(lines: AsyncIterable<string>) {
  async function* parts() {
    let first = true
    for await (const line of lines) {
      yield `${first ? '[\n' : ',\n'}${line}`
      first = false
    }
    yield first ? '[]\n' : '\n]\n'
  }
  return Readable.from(parts())
}

/** Files that another site stores are listed in `files/media.json` with their address. */
async function filesOf(db: Db, { id, uid }: Subject) {
  const media = await db
    .selectFrom('media')
    .select(['id', 'name', 'blob'])
    .where('ownerId', '=', id)
    .where('address', 'is', null)
    .where('state', '=', 'ready')
    .execute()
  const objects = uid
    ? await db.selectFrom('object').select(['name', 'blob']).where('ownerUid', '=', uid).execute()
    : []
  return [
    ...media.map(({ id: mediaId, name, blob }) => ({ path: `files/media/${mediaId}/${fileName(name)}`, blob })),
    ...objects.map(({ name, blob }) => ({ path: `files/storage/${name.split('/').map(fileName).join('/')}`, blob })),
  ]
}

/** Without what leads out of the folder or is not allowed in file names. */
function fileName(name: string) {
  // oxlint-disable-next-line no-control-regex -- not allowed in file names
  const plain = name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_').replace(/^\.+$/, '_')
  return plain || '_'
}
