// Builds the browser's files and the server, and says in dist/build.json which build it is.
import { createHash } from 'node:crypto'
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'

process.env.NODE_ENV = 'production'
await build({ logLevel: 'warn' })
await build({ logLevel: 'warn', build: { ssr: true } })

const compressible = /\.(js|css|svg|json|txt|html)$/
const files = await readdir('dist/client', { recursive: true, withFileTypes: true })
for (const file of files.filter((entry) => entry.isFile() && compressible.test(entry.name))) {
  const path = join(file.parentPath, file.name)
  const content = await readFile(path)
  if (content.length < 1024) continue
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

// Two builds of the same source are the same build, so open pages are not asked to reload for nothing.
const manifest = await readFile('dist/client/.vite/manifest.json')
const id = createHash('sha256').update(manifest).digest('hex').slice(0, 16)
await writeFile('dist/build.json.new', JSON.stringify({ id, timestamp: Date.now() }))
await rm('dist/build.json', { force: true })
await rename('dist/build.json.new', 'dist/build.json')
