import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseOf, round, startSite } from './lib.mjs'
import { fill } from './many-stories.mjs'

export const title =
  'Backup, verification and restore of the demo site and many stories with pictures, beside a copy of the same bytes'

const STORIES = Number(process.env.BENCH_STORIES ?? 10_000)
const PICTURE_BYTES = 60_000

export async function measure({ build }) {
  const site = await startSite(build)
  const folder = await mkdtemp(join(tmpdir(), 'bramble-bench-backup-'))
  const file = join(folder, 'site.tar')
  const bramble = (dataDir, ...words) =>
    promisify(execFile)(process.execPath, [join(build, 'server', 'bramble.js'), ...words, '--json'], {
      env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' },
      maxBuffer: 2 ** 30,
    })
  try {
    await fill(databaseOf(site), STORIES)
    await addPictures(databaseOf(site), join(site.dataDir, 'objects'))
    const backup = await timed(() => bramble(site.dataDir, 'backup', '--to', file))
    const { size } = await stat(file)
    const copy = await timed(() => copyFlushed(file, join(folder, 'copy.tar')))
    const verify = await timed(() => bramble(site.dataDir, 'backup', 'verify', file))
    const target = join(folder, 'elsewhere')
    await mkdir(target)
    const restore = await timed(() => bramble(target, 'restore', file))
    const again = join(folder, 'again.tar')
    await bramble(target, 'backup', '--to', again)
    const same = (await sumsIn(file)) === (await sumsIn(again))
    const times = (seconds) => `${round(seconds, 1)} s · ${round(seconds / copy, 1)} times the copy`
    return {
      'the file': `${round(size / 2 ** 20)} MB, ${round(STORIES)} stories`,
      'a copy of its bytes, flushed': `${round(copy, 1)} s`,
      'backup': times(backup),
      'verification': times(verify),
      'restore into another site': times(restore),
      'checksums of the restored site': same ? 'equal' : 'DIFFERENT',
    }
  } finally {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function timed(run) {
  const began = performance.now()
  await run()
  return (performance.now() - began) / 1000
}

/** One picture for each story, as the library stores them. The bytes are random: pictures do not compress. */
async function addPictures(url, folder) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select id, author_id from article where id ~ '^Z[0-9]{19}$'`)
  for (const { id, author_id: owner } of rows) {
    const blob = `P${id.slice(1)}`
    const key = createHash('md5').update(blob).digest('hex').slice(0, 20)
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true })
    await writeFile(join(folder, key.slice(0, 2), key), randomBytes(PICTURE_BYTES))
    await client.query(
      `insert into media (id, owner_id, kind, state, name, alt, type, size, blob, width, height, created_at, updated_at)
       values ($1, $2, 'picture', 'ready', 'Picture', '', 'image/jpeg', $3, $4, 1200, 800, now(), now())`,
      [blob, owner, PICTURE_BYTES, key],
    )
  }
  await client.end()
}

async function copyFlushed(from, to) {
  await pipeline(createReadStream(from), createWriteStream(`${to}.part`, { flush: true }))
  await rename(`${to}.part`, to)
}

/** The checksums of all tables and objects in a backup. The audit log differs: the restore is in it. */
async function sumsIn(path) {
  const { stdout } = await promisify(execFile)('tar', ['-xOf', path, 'manifest.json'], { maxBuffer: 2 ** 30 })
  const { tables, objects, references } = JSON.parse(stdout)
  const kept = tables.filter(({ name }) => !name.startsWith('audit_'))
  return JSON.stringify([kept.map(({ name, rows, rowSum }) => [name, rows, rowSum]), objects, references])
}
