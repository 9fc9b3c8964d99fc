import { isId } from '#contract/id.ts'

/** The URL of an editor page. */
export type WritingAddress = {
  /** Null for a new one. */
  id: string | null
  admin: boolean
}

/** Null for any other page. */
export function parseWritingAddress(path: string): WritingAddress | null {
  const [pathname = '', query] = path.split('?', 2)
  if (/^\/articles\/new\/?$/i.test(pathname)) return { id: null, admin: false }
  const edit = /^(\/admin)?\/articles\/edit\/?$/i.exec(pathname)
  const id = new URLSearchParams(query).get('id')
  return edit && isId(id) ? { id, admin: edit[1] !== undefined } : null
}

export function formatWritingAddress({ id, admin }: WritingAddress) {
  return id === null ? '/articles/new' : `${admin ? '/admin' : ''}/articles/edit?id=${id}`
}
