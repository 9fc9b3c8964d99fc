import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { findFreePort } from '#server/platform/postgres/server.ts'
import type { TestBrowser } from './browser.ts'

export type OidcPerson = { email?: string; email_verified?: boolean; name?: string; picture?: string }

type Options = {
  /** The site that users return to. */
  siteUrl: string
  /** Whether the ID token contains the profile claims; otherwise the site has to request them. */
  claimsInIdToken?: boolean
}

const clientId = 'bramble-test'
const clientSecret = 'a secret between two servers'

/** A real OpenID Connect provider on loopback. Any name entered in its form signs in. */
export async function anOidcServer({ siteUrl, claimsInIdToken = false }: Options) {
  const port = await findFreePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, OidcPerson>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${siteUrl}/__/auth/handler`],
        application_type: 'web',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: !claimsInIdToken,
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' }] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, login) => ({ accountId: login, claims: () => ({ sub: login, ...claimsOf(login) }) }),
    // Consent is not asked for.
    async loadExistingGrant({ oidc: { client, session } }) {
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

  function claimsOf(login: string) {
    return people.get(login) ?? { email: `${login}@id.example`, email_verified: true, name: login }
  }

  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))

  /** A form that works without scripts. */
  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'text/html' }).end(form)
    let text = ''
    for await (const piece of request) text += String(piece)
    const given = new URLSearchParams(text)
    const denied = { error: 'access_denied', error_description: 'They said no' }
    const result = given.has('cancel') ? denied : { login: { accountId: given.get('login') ?? '' } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  return {
    issuer,
    /** The claims of each login. Other logins have a confirmed address. */
    people,
    /** The configuration of this provider for the site. */
    config: (id: string, name: string) => ({ id, name, issuer, clientId, clientSecret }),
    /** An ID token as a client could have obtained it on its own. */
    idToken: (claims: Record<string, unknown>, key = privateKey) =>
      new SignJWT({ iss: issuer, aud: clientId, iat: seconds(), exp: seconds() + 3600, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .sign(key),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type OidcServer = Awaited<ReturnType<typeof anOidcServer>>

const seconds = () => Math.floor(Date.now() / 1000)

const form = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test ID</title></head><body>
<form method="post"><label>Login <input name="login" autofocus></label><button>Sign in</button>
<button name="cancel" value="yes">Cancel</button></form></body></html>`

/** Follows the redirect to the provider, fills in the form, and stops at the URL that leads back to the site. */
export async function signInAtProvider(browser: TestBrowser, address: string, answer: { login: string } | 'cancel') {
  const { origin } = new URL(address)
  let at = address
  for (let steps = 0; new URL(at).origin === origin; steps++) {
    if (steps > 10) throw new Error(`The provider does not lead back: ${at}`)
    const isForm = new URL(at).pathname.startsWith('/interaction/')
    const body = new URLSearchParams(answer === 'cancel' ? { cancel: 'yes' } : answer)
    const response = await browser.visit(at, isForm ? { method: 'POST', body } : {})
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at).href
  }
  return at
}
