import { useState } from 'react'
import { newId } from '#site/browser/new-id.ts'

export type RequestId = { get(): string; renew(): void }

/**
 * The id of a request, kept outside of its form: after a lost response the next attempt is the same request, also when
 * the form was closed meanwhile. It is renewed when the request succeeds.
 */
export function useRequestId(): RequestId {
  const [request] = useState(() => {
    let id: string | null = null
    return {
      get: () => (id ??= newId()),
      renew() {
        id = null
      },
    }
  })
  return request
}
