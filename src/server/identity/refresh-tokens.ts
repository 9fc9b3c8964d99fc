import { randomBytes } from 'node:crypto'
import { ID_LENGTH } from '#contract/constants.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

const ISSUED = 'refresh token'
const NEXT = 'next refresh token'
const FORM = new RegExp(`^([A-Za-z0-9]{${ID_LENGTH}})\\.([\\w-]{43})\\.([\\w-]{43})$`)

/** The token contains its session id and a signature that proves it was issued here. */
export function createRefreshToken(vault: Vault, sessionId: string): string {
  return withSignature(vault, sessionId, randomBytes(32).toString('base64url'))
}

/**
 * Derived from the current token, so that a lost response can be repeated and concurrent tabs get the same token. Only
 * this site can derive it.
 */
export function deriveNextToken(vault: Vault, sessionId: string, token: string): string {
  return withSignature(vault, sessionId, vault.sign(NEXT, token))
}

/** Null for a token that was not issued here. Its age does not matter. */
export function readSessionId(vault: Vault, token: string): string | null {
  const [, sessionId = '', secret = '', mac = ''] = FORM.exec(token) ?? []
  return sessionId && vault.verify(ISSUED, `${sessionId}.${secret}`, mac) ? sessionId : null
}

function withSignature(vault: Vault, sessionId: string, secret: string) {
  const text = `${sessionId}.${secret}`
  return `${text}.${vault.sign(ISSUED, text)}`
}
