import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

export type Import = { from: string; to: string }

const IMPORT = /(?:from|import)\s*\(?\s*['"]((?:\.{1,2}\/|#)[^'"]+)['"]/g

/** Every import between two files of `src`, without tests. */
export async function readImports(): Promise<Import[]> {
  const names = await readdir('src', { recursive: true })
  const files = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  const found = await Promise.all(files.map(importsOf))
  return found.flat()
}

async function importsOf(from: string): Promise<Import[]> {
  const text = await readFile(join('src', from), 'utf8')
  return [...text.matchAll(IMPORT)].map(([, target = '']) => ({
    from,
    to: target.startsWith('#') ? target.slice(1) : normalize(join(dirname(from), target)),
  }))
}

/** `server/articles` of `server/articles/drafts/create.ts`; null for a file directly below a root. */
export function featureOf(path: string): string | null {
  const [root = '', feature = '', file] = path.split('/')
  return file === undefined ? null : `${root}/${feature}`
}
