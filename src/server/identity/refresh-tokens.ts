import { randomBytes } from 'node:crypto'
import { ID_LENGTH } from '#contract/constants.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

const ISSUED = 'refresh token'
const NEXT = 'next refresh token'
const FORM = new RegExp(`^([A-Za-z0-9]{${ID_LENGTH}})\\.([\\w-]{43})\\.([\\w-]{43})$`)

/** A session's first token. It names its session, and a signature shows that it was issued here. */
export function firstToken(vault: Vault, sessionId: string): string {
  return withSignature(vault, sessionId, randomBytes(32).toString('base64url'))
}

/**
 * The token after this one. It is derived, so that an answer that was lost can be given again and windows that ask at once
 * get the same; only this site can derive it.
 */
export function nextToken(vault: Vault, sessionId: string, token: string): string {
  return withSignature(vault, sessionId, vault.sign(NEXT, token))
}

/** The session that this token was issued for, however long ago; null for one that was not issued here. */
export function sessionOfToken(vault: Vault, token: string): string | null {
  const [, sessionId = '', secret = '', mac = ''] = FORM.exec(token) ?? []
  return sessionId && vault.verify(ISSUED, `${sessionId}.${secret}`, mac) ? sessionId : null
}

function withSignature(vault: Vault, sessionId: string, secret: string) {
  const text = `${sessionId}.${secret}`
  return `${text}.${vault.sign(ISSUED, text)}`
}
