import type { EndpointKey } from '#contract/endpoints.ts'
import type { AnyInput, Tokens } from './browser/call.ts'
import type { Api } from './page.ts'

const nobody: Tokens = { token: async () => null }

/** The browser's client. Path, input and reply are typed by the contract; none of its schemas are shipped. */
export function createApi(base: string, tokens: Tokens = nobody): Api {
  // The contract has tied input and reply to the key by now; below, they are just JSON. Most readers call
  // nothing, so what it takes comes with the first call.
  return (async (key: EndpointKey, input?: AnyInput) => {
    const { call } = await import('./browser/call.ts')
    return call({ base, key, input: input ?? {}, tokens })
  }) as Api
}

/** The same client with something done around every call. */
export function aroundApi(
  api: Api,
  around: (call: { key: EndpointKey; input: AnyInput }, run: () => Promise<unknown>) => Promise<unknown>,
): Api {
  return ((key: EndpointKey, input?: AnyInput) =>
    around({ key, input: input ?? {} }, () =>
      (api as (key: EndpointKey, input?: AnyInput) => Promise<unknown>)(key, input),
    )) as Api
}
