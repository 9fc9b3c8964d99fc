import type { EndpointKey } from '#contract/endpoints.ts'
import type { AnyInput, Tokens } from './browser/call.ts'
import type { Api } from './page.ts'

const signedOut: Tokens = { token: async () => null }

/** The browser's API client. The contract types path, input and reply; its schemas are not part of the bundle. */
export function createApi(base: string, tokens: Tokens = signedOut): Api {
  // The types tie input and reply to the key; at run time they are JSON. Loaded with the first call, because
  // most readers make none.
  return (async (key: EndpointKey, input?: AnyInput) => {
    const { call } = await import('./browser/call.ts')
    return call({ base, key, input: input ?? {}, tokens })
  }) as Api
}

/** Wraps every call of a client. */
export function aroundApi(
  api: Api,
  around: (call: { key: EndpointKey; input: AnyInput }, run: () => Promise<unknown>) => Promise<unknown>,
): Api {
  return ((key: EndpointKey, input?: AnyInput) =>
    around({ key, input: input ?? {} }, () =>
      (api as (key: EndpointKey, input?: AnyInput) => Promise<unknown>)(key, input),
    )) as Api
}
