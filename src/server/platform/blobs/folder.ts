import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { except } from '#server/platform/errors.ts'
import type { Blobs } from './blobs.ts'

/** Blobs in a folder: written beside, flushed to the disk, then renamed, so that a name always means all of it. */
export function folderBlobs(folder: string): Blobs {
  // Spread over folders: some tools grow slow when one holds a million files.
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const beside = `${path}.part`
      const made = await mkdir(dirname(path), { recursive: true })
      if (made) await flushFolder(dirname(made))
      try {
        await pipeline(bytes, createWriteStream(beside, { flags: 'wx', flush: true }))
        await rename(beside, path)
        await flushFolder(dirname(path))
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },
    async read(key, range) {
      const file = await open(pathOf(key))
      return createReadStream('', { fd: file, ...range })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      // What a process left behind that died while it wrote.
      await rm(`${pathOf(key)}.part`, { force: true })
    },
    close: async () => {},
  }
}

/** The new name itself must reach the disk too. Some systems cannot be asked to. */
export async function flushFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync().catch(except('EINVAL'))
  await handle.close()
}
