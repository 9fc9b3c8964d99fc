import { z } from 'zod'
import type { ProviderCheck } from '#contract/identity/sign-in-settings.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fetchPublic } from './fetch-public.ts'

const Discovery = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url().optional(),
  jwks_uri: z.url().optional(),
  response_types_supported: z.array(z.string()).optional(),
})
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string(), use: z.string().optional() })) })

type Step = ProviderCheck['steps'][number]
const steps = ['discovery', 'issuer', 'endpoints', 'keys'] as const

/** Loads what a sign-in needs from the provider. A failure is the result, not an error. */
export async function checkProvider({ outbound }: Pick<Ctx, 'outbound'>, issuer: string): Promise<ProviderCheck> {
  const done: Step[] = []
  const load = loader(fetchPublic(outbound))
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const pass = (step: Step['step'], found: string) => done.push({ step, ok: true, found })
  try {
    const document = await load(address, Discovery, 'discovery')
    pass('discovery', `Loaded from ${address}`)
    requireIssuer(issuer, document.issuer)
    pass('issuer', document.issuer)
    const { keysAddress, found } = requireEndpoints(document, { allowHttp: outbound.allowPrivate })
    pass('endpoints', found)
    const { keys } = await load(keysAddress, Keys, 'keys')
    const signing = keys.filter(({ use, kty }) => (use ?? 'sig') === 'sig' && kty !== 'oct')
    if (signing.length === 0) throw new Failed('keys', `${keysAddress} contains no signing key.`)
    pass('keys', signing.length === 1 ? '1 signing key' : `${signing.length} signing keys`)
    return { ok: true, steps: done }
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    const failed: Step = { step: error.step, ok: false, found: error.message }
    const rest = steps.slice(steps.indexOf(error.step) + 1)
    return { ok: false, steps: [...done, failed, ...rest.map((step) => ({ step, ok: null, found: 'Not checked' }))] }
  }
}

class Failed extends Error {
  override readonly name = 'Failed'
  readonly step: Step['step']
  constructor(step: Step['step'], message: string) {
    super(message)
    this.step = step
  }
}

function loader(fetchFrom: ReturnType<typeof fetchPublic>) {
  return async function load<Shape extends z.ZodType>(
    address: string,
    shape: Shape,
    step: Step['step'],
  ): Promise<z.output<Shape>> {
    const response = await fetchFrom(address, { headers: { accept: 'application/json' } }).catch((error: unknown) => {
      throw new Failed(
        step,
        `${address} could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
    if (response.status !== 200) throw new Failed(step, `${address} answered with status ${response.status}.`)
    const parsed = shape.safeParse(parseJson(await response.text()))
    if (!parsed.success) throw new Failed(step, `${address} is not a valid document. Check the issuer.`)
    return parsed.data
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The shape refuses it.
    return null
  }
}

/** OpenID Connect requires the exact issuer, so that one provider cannot pretend to be another. */
function requireIssuer(given: string, found: string) {
  // A slash at the end does not matter to the library that signs people in.
  if (new URL(given).href.replace(/\/$/, '') === found.replace(/\/$/, '')) return
  throw new Failed('issuer', `The provider calls itself ${found}. Enter exactly that as the issuer.`)
}

function requireEndpoints(document: z.output<typeof Discovery>, { allowHttp }: { allowHttp: boolean }) {
  const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keysAddress } = document
  if (!authorize || !token || !keysAddress)
    throw new Failed('endpoints', 'The authorization, token or key address is missing. Is this OpenID Connect?')
  const insecure = [authorize, token, keysAddress].find((one) => !one.startsWith('https:'))
  if (insecure && !allowHttp) throw new Failed('endpoints', `${insecure} does not use https.`)
  if (document.response_types_supported && !document.response_types_supported.includes('code'))
    throw new Failed('endpoints', 'The provider does not support the authorization code flow.')
  return { keysAddress, found: `Authorization: ${authorize} · Token: ${token}` }
}
