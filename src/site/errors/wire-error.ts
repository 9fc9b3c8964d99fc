import { isRouteErrorResponse } from 'react-router'
import type { WireError } from '#site/page-data.ts'
import { describeError } from './describe-error.ts'

/** A refusal is described and passed on; a fault is replaced by a generic error. */
export function toWireError(
  error: unknown,
  { path, ...fault }: { path: string; description: string; stack?: string },
): WireError {
  const passedOn = isRouteErrorResponse(error)
  const { status, statusText, data } = passedOn
    ? error
    : { status: 500, statusText: 'Internal Server Error', data: undefined }
  const details = { ...(passedOn ? data : fault), ...describeError({ status, statusText, data }, path) }
  return { status, statusText, data: details, internal: false }
}
