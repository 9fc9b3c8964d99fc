import { isRouteErrorResponse } from 'react-router'
import type { Head, HeadArgs } from './page.ts'
import type { PageRow } from './routes.ts'

type HeadHandle = { row: PageRow; head?: (args: HeadArgs) => Head }

export function errorTitle(error: unknown): string {
  return (isRouteErrorResponse(error) && error.data?.title) || 'Internal Server Error'
}

/** The route table row of a match. */
export function rowOf(handle: unknown): PageRow | null {
  return isHeadHandle(handle) ? handle.row : null
}

export function isHeadHandle(handle: unknown): handle is HeadHandle {
  return typeof handle === 'object' && handle !== null && 'row' in handle
}
