import type { EndpointKey } from '#contract/endpoints.ts'
import type { Services } from '#contract/firebase/services.ts'
import type { AnyInput } from '#site/browser/call.ts'
import type { Api } from '#site/page.ts'
import { type IdentityService, createIdentityService } from './identity-service.ts'

type Call = { key: EndpointKey; input: AnyInput }
type Place = { api: Api; base: string; service: NonNullable<Services['identity']> }

/** Makes the calls that check or change credentials at the identity service instead. */
export function callThroughService({ key, input }: Call, run: () => Promise<unknown>, { api, base, service }: Place) {
  const identity = createIdentityService(service, base)
  const handle = handlers[key]
  return handle ? handle(identity, textsIn(input.body), api) : run()
}

type Body = Record<string, string>
type Handler = (identity: IdentityService, body: Body, api: Api) => Promise<unknown>

const handlers: Partial<Record<EndpointKey, Handler>> = {
  'POST /api/sign-up': (identity, { email = '', password = '', name = '' }, api) =>
    startSession(api, identity.signUp({ email, password, name })),
  'POST /api/sign-in': (identity, { email = '', password = '' }, api) =>
    startSession(api, identity.signIn({ email, password })),
  'POST /api/sign-in/second-factor': (identity, { pending = '', code = '' }, api) =>
    startSession(api, identity.finishSecondFactor({ pending, code })),
  'POST /api/mailed/reset': async (identity, { email = '' }) => {
    await identity.sendPasswordReset(email)
    return { sent: true }
  },
  'GET /api/password-policy': (identity) => identity.passwordPolicy(),
}

/** The texts of a form. */
function textsIn(body: unknown): Body {
  const entries = Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}

/** Starts the session here with the one at the service. */
async function startSession(api: Api, signedIn: Promise<string>) {
  return api('POST /api/sign-in/service', { body: { refreshToken: await signedIn } })
}
