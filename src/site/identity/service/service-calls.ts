import type { EndpointKey, Sent } from '#contract/endpoints.ts'
import type { Services } from '#contract/firebase/services.ts'
import type { AnyInput } from '#site/browser/call.ts'
import type { Api } from '#site/page.ts'
import { type IdentityService, createIdentityService } from './identity-service.ts'

type Call = { key: EndpointKey; input: AnyInput }
type Place = { api: Api; base: string; service: NonNullable<Services['identity']> }
type Body<K extends EndpointKey> = Sent<K> extends { body: infer B } ? B : never

/** Makes the calls that check or change credentials at the identity service instead. */
export function callThroughService({ key, input }: Call, run: () => Promise<unknown>, { api, base, service }: Place) {
  const identity = createIdentityService(service, base)
  const handle = handlers[key]
  return handle ? handle(identity, input.body, api) : run()
}

type Handler = (identity: IdentityService, body: unknown, api: Api) => Promise<unknown>

const handlers: Partial<Record<EndpointKey, Handler>> = {
  'POST /api/sign-up': (identity, body, api) => enter(api, identity.signUp(body as Body<'POST /api/sign-up'>)),
  'POST /api/sign-in': (identity, body, api) => enter(api, identity.signIn(body as Body<'POST /api/sign-in'>)),
  'POST /api/sign-in/second-factor': (identity, body, api) =>
    enter(api, identity.finishSecondFactor(body as Body<'POST /api/sign-in/second-factor'>)),
  'POST /api/mailed/reset': async (identity, body) => {
    await identity.sendPasswordReset((body as Body<'POST /api/mailed/reset'>).email)
    return { sent: true }
  },
  'GET /api/password-policy': (identity) => identity.passwordPolicy(),
}

/** Starts the session here with the one at the service. */
async function enter(api: Api, signedIn: Promise<string>) {
  return api('POST /api/sign-in/service', { body: { refreshToken: await signedIn } })
}
