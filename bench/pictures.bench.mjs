import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { freePort, load, round, startProgram, startSite } from './lib.mjs'

export const title =
  'Pictures: sending compared with a bare Node server, and creating variants compared with the image library alone'

const PICTURES = 3
const person = { email: 'pictures@example.com', password: 'correct horse battery' }

export async function measure({ build }) {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-bench-pictures-'))
  const file = join(folder, 'original.jpg')
  await writeFile(file, await aPhotograph())
  const site = await startSite(build)
  try {
    const call = await signUp(site)
    await finished(call, await addToLibrary(site, call, file))
    const began = performance.now()
    const made = []
    for (let n = 0; n < PICTURES; n++) made.push(await addToLibrary(site, call, file))
    for (const media of made) await finished(call, media)
    const variants = (made[0].picture.widths.length * 3 * PICTURES) / ((performance.now() - began) / 1000)
    const bareVariants = await bare(file)

    const address = `${site.url}${await heaviestBelow(site, made[0], 260_000)}`
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
    const kept = join(folder, 'variant')
    await writeFile(kept, bytes)
    const own = await load(address)
    const port = await freePort()
    const server = await startProgram(['bench/bare-files.mjs', port, kept], {
      sign: 'ready',
    })
    const reference = await load(`http://localhost:${port}/`)
    await server.stop()
    return {
      'variants, image library alone': `${round(bareVariants, 1)} per second`,
      'variants created from uploads': `${round(variants, 1)} per second, ${round((variants / bareVariants) * 100)} % of bare`,
      'bare Node server, from disk': `${round(reference.perSecond)} per second, of ${round(bytes.length / 1024)} KB (p50 ${reference.p50} ms, p99 ${reference.p99} ms)`,
      'a variant of a picture': `${round(own.perSecond)} per second, ${round((own.perSecond / reference.perSecond) * 100)} % of bare (p50 ${own.p50} ms, p99 ${own.p99} ms)`,
    }
  } finally {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Shapes with noise, which compress about as well as a photograph. */
function aPhotograph() {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 }
  const shapes = Buffer.from(
    '<svg width="2000" height="1400"><circle cx="700" cy="600" r="500" fill="#47a" opacity=".7"/><rect x="900" y="300" width="800" height="900" fill="#c63" opacity=".6"/></svg>',
  )
  return sharp({ create: { width: 2000, height: 1400, channels: 3, background: '#888', noise } })
    .composite([{ input: shapes }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function bare(file) {
  const program = await startProgram(['bench/bare-pictures.mjs', file, PICTURES], { sign: 'did' })
  return Number(/did ([\d.]+)/.exec(program.output)?.[1])
}

async function signUp({ url }) {
  const send = async (method, path, body, token) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const { idToken, localId } = await send('POST', '/v1/accounts:signUp?key=bench', person)
  return Object.assign((method, path, body) => send(method, path, body, idToken), { uid: localId })
}

/** Writes the upload directly to storage: uploading itself is not measured here. */
async function addToLibrary({ dataDir }, call, file) {
  const bytes = await readFile(file)
  const blob = createHash('md5').update(`${performance.now()}`).digest('hex').slice(0, 20)
  await mkdir(join(dataDir, 'objects', blob.slice(0, 2)), { recursive: true })
  await writeFile(join(dataDir, 'objects', blob.slice(0, 2), blob), bytes)
  const client = await database(dataDir)
  await client.query(
    `insert into object (bucket, name, blob, owner_uid, generation, size, md5, content_type, custom, download_token)
     values ('bramble', $1, $1, $2, 1, $3, '', 'image/jpeg', '{}', $1)`,
    [blob, call.uid, bytes.length],
  )
  // Counts the upload against the quota; ingesting it releases the quota again.
  await client.query(
    'insert into storage_use as held (uid, bytes) values ($1, $2) on conflict (uid) do update set bytes = held.bytes + excluded.bytes',
    [call.uid, bytes.length],
  )
  await client.end()
  return call('POST', '/api/media', { object: blob, name: 'A photograph' })
}

async function database(dataDir) {
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8')
  const client = new pg.Client({ connectionString: `postgres://bramble:${password}@127.0.0.1:${port}/bramble` })
  await client.connect()
  return client
}

async function finished(call, { id }) {
  for (;;) {
    const { state } = await call('GET', `/api/media/${id}`)
    if (state === 'ready') return
    if (state === 'failed') throw new Error('picture processing failed')
    await sleep(20)
  }
}

/** The largest JPEG variant up to this size. */
async function heaviestBelow({ url }, { picture }, most) {
  let best = null
  for (const width of picture.widths) {
    const path = picture.src.replace(/\d+\.jpg$/, `${width}.jpg`)
    const size = Number((await fetch(url + path, { method: 'HEAD' })).headers.get('content-length'))
    if (size <= most) best = path
  }
  return best ?? picture.src
}
