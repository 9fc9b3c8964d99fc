import { z } from 'zod'
import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { refusalForAuthMessage } from '#contract/firebase/auth-errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { IdentityService } from '#server/platform/identity-config.ts'
import type { Claims } from '#server/platform/tokens/tokens.ts'

const MAX_BYTES = 64 * 1024

const Refreshed = z.object({ id_token: z.string().min(1).max(8192), refresh_token: z.string().min(1).max(4096) })
const Failed = z.object({ error: z.object({ message: z.string() }) })

export type ServiceTokens = { claims: Claims; idToken: string; refreshToken: string; expiresAt: Date }

/** The service that manages the accounts. Refused where this site does it itself. */
export function requireService({ identity }: Pick<Ctx, 'identity'>): IdentityService {
  if (!identity.service) throw new Refusal('operation-not-allowed')
  return identity.service
}

type ServiceCtx = Pick<Ctx, 'identity' | 'outbound' | 'tokens' | 'log'>

/**
 * A new ID token from the service, verified. Refused when the account is disabled there or the session has ended. A
 * service that cannot be reached is `unavailable`, which signs no one out.
 */
export async function refreshAtService(ctx: ServiceCtx, refreshToken: string): Promise<ServiceTokens> {
  const { url, apiKey } = requireService(ctx)
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const { status, json } = await send(ctx, `${url}v1/token?key=${encodeURIComponent(apiKey)}`, {
    type: 'application/x-www-form-urlencoded',
    body: form.toString(),
  })
  if (status !== 200) {
    const failed = Failed.safeParse(json)
    if (!failed.success || status >= 500) throw new Refusal('unavailable')
    throw refusalForAuthMessage(failed.data.error.message)
  }
  const refreshed = Refreshed.safeParse(json)
  if (!refreshed.success) throw new Refusal('unavailable')
  const { id_token: idToken, refresh_token: next } = refreshed.data
  const claims = await ctx.tokens.verify(idToken)
  return { claims, idToken, refreshToken: next, expiresAt: new Date(claims.exp * SECOND_MS) }
}

/** Ends the session at the service. If that fails, it ends there when it expires. */
export async function revokeAtService(ctx: ServiceCtx, refreshToken: string) {
  const { url, apiKey } = requireService(ctx)
  try {
    const { status } = await send(ctx, `${url}v2/accounts:revokeToken?key=${encodeURIComponent(apiKey)}`, {
      type: 'application/json',
      body: JSON.stringify({ tokenType: 'REFRESH_TOKEN', token: refreshToken }),
    })
    if (status !== 200) ctx.log.warn({ status }, 'session revocation failed')
  } catch (error) {
    ctx.log.warn({ err: error }, 'identity service unreachable')
  }
}

async function send({ outbound }: ServiceCtx, address: string, { type, body }: { type: string; body: string }) {
  const sent = { method: 'POST' as const, headers: { 'content-type': type }, body: Buffer.from(body) }
  const { status, bytes } = await outbound.callService(address, { ...sent, maxBytes: MAX_BYTES }).catch(() => {
    throw new Refusal('unavailable')
  })
  return { status, json: parseJson(bytes.toString('utf8')) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
