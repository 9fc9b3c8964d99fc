// Builds the browser's files and the server into a folder, and writes the build's ID to its build.json.
// `--fast` compresses less.
import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const [folder = 'dist/manual', mode] = process.argv.slice(2)
const client = join(folder, 'client')
const quality = { [constants.BROTLI_PARAM_QUALITY]: mode === '--fast' ? 4 : constants.BROTLI_MAX_QUALITY }
const compressible = /\.(js|css|svg|json|txt|html)$/

process.env.NODE_ENV = 'production'
await build({ logLevel: 'warn', build: { outDir: client } })
await buildWorker('src/site/offline/worker.ts', 'sw.js')
await buildWorker('src/site/analytics/worker.ts', 'sw-analytics.js')
await build({ logLevel: 'warn', build: { ssr: true, outDir: join(folder, 'server') } })
await compressFiles()
await describeBuild()

// A separate build with a fixed name: the service worker cannot share chunks with pages, and its URL must not change.
async function buildWorker(entry, file) {
  const lib = { entry, formats: ['iife'], name: 'worker', fileName: () => file }
  const shared = { outDir: client, emptyOutDir: false, copyPublicDir: false, minify: true }
  await build({ configFile: false, logLevel: 'warn', build: { ...shared, lib } })
}

async function compressFiles() {
  const files = await readdir(client, { recursive: true, withFileTypes: true })
  const paths = files.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(paths.map(({ parentPath, name }) => compressFile(join(parentPath, name))))
}

async function compressFile(path) {
  const content = await readFile(path)
  if (content.length < 1024) return
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params: quality }))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

async function describeBuild() {
  // Builds of the same source get the same id, so that open pages do not reload for nothing.
  const manifest = await readFile(join(client, '.vite', 'manifest.json'))
  const id = createHash('sha256').update(manifest).digest('hex').slice(0, 16)
  await writeFile(join(folder, 'build.json'), JSON.stringify({ id, timestamp: Date.now() }))
}
