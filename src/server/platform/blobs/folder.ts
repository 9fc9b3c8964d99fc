import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ignoreCode } from '#server/platform/errors.ts'
import type { Blobs } from './blobs.ts'

const MAX_LISTED = 1000

/** Blobs in a folder: written to a temporary file, flushed, then renamed, so that a blob is always complete. */
export function folderBlobs(folder: string): Blobs {
  // Spread over subfolders: some tools are slow in a folder with a million files.
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const unfinished = `${path}.part`
      const made = await mkdir(dirname(path), { recursive: true })
      if (made) await flushFolder(dirname(made))
      try {
        await pipeline(bytes, createWriteStream(unfinished, { flags: 'wx', flush: true }))
        await rename(unfinished, path)
        await flushFolder(dirname(path))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(key, range) {
      const file = await open(pathOf(key))
      return createReadStream('', { fd: file, ...range })
    },
    async find(key) {
      const file = await open(pathOf(key)).catch(ignoreCode('ENOENT'))
      if (!file) return null
      const { size } = await file.stat()
      return { size, bytes: createReadStream('', { fd: file }) }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      // Left behind by a process that died while writing.
      await rm(`${pathOf(key)}.part`, { force: true })
    },
    async list(prefix) {
      const files = await readdir(join(folder, prefix.slice(0, 2))).catch(ignoreCode('ENOENT'))
      return (files ?? []).filter((name) => name.startsWith(prefix) && !name.endsWith('.part')).slice(0, MAX_LISTED)
    },
    close: async () => {},
  }
}

/** Flushes the directory entry. Some file systems do not support it. */
export async function flushFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync().catch(ignoreCode('EINVAL'))
  await handle.close()
}
