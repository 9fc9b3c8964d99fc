import { data } from 'react-router'

/** A 404 inside the layout, with the path as data. */
export function pageNotFound(path: string) {
  return data({ path }, { status: 404, statusText: `Page not found: ${path}` })
}

/** A guard's denial looks like a page that does not exist. */
export function deniedPage() {
  return { status: 404, statusText: 'Page Not Found', internal: false, data: {} }
}
