import { data } from 'react-router'
import { describeError } from './describe-error.ts'

/** A 404 inside the layout, with the path as data. */
export function pageNotFound(path: string) {
  return data({ path }, { status: 404, statusText: `Page not found: ${path}` })
}

/** A guard's denial looks like a page that does not exist. */
export function deniedPage() {
  const denied = { status: 404, statusText: 'Page Not Found', internal: false }
  return { ...denied, data: describeError(denied, '') }
}
