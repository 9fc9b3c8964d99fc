import { data } from 'react-router'

/** Not fatal: the layout stays, and the path travels along as data. */
export function pageNotFound(path: string) {
  return data({ path }, { status: 404, statusText: `Page not found: ${path}` })
}

/** What a guard's no looks like. It does not say more than that. */
export function deniedPage() {
  return { status: 404, statusText: 'Page Not Found', internal: false, data: {} }
}
