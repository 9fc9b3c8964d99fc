import type { AuthCall } from '#server/firebase/auth/auth-call.ts'
import { accountCalls } from '#server/firebase/auth/account-calls.ts'
import { emailActionCalls } from '#server/firebase/auth/email-action-calls.ts'
import { providerCalls } from '#server/firebase/auth/provider-calls.ts'
import { signInCalls } from '#server/firebase/auth/sign-in-calls.ts'
import type { Database } from '#server/platform/db.ts'
import type { TestApp } from './app.ts'

const posts: AuthCall[] = [...signInCalls, ...providerCalls, ...accountCalls, ...emailActionCalls]

/** Every call that accepts JSON, at both of its URLs. */
export const postPaths = posts.flatMap(({ path }) => [`/${path}`, `/identitytoolkit.googleapis.com/${path}`])
export const tokenPaths = ['/v1/token', '/securetoken.googleapis.com/v1/token']

export type Answer = { status: number; message: string | null; text: string; headers: Headers }

/** Sends a body unchanged, with a key. */
export async function send(app: TestApp, path: string, body: string, type = 'application/json'): Promise<Answer> {
  const response = await app.get(`${path}?key=any`, { method: 'POST', headers: { 'content-type': type }, body })
  const { status, headers } = response
  const text = await response.text()
  return { status, headers, text, message: messageIn(text) }
}

export function post(app: TestApp, path: string, body: unknown) {
  return send(app, path, JSON.stringify(body))
}

export function refresh(app: TestApp, form: Record<string, string>, path = '/v1/token') {
  return send(app, path, new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded')
}

function messageIn(text: string): string | null {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message ?? null
  } catch {
    return null
  }
}

/** The complete body of a refusal. */
export function errorBody(message: unknown, code = 400) {
  return { error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } }
}

const tables = [
  'account',
  'account_provider',
  'second_factor',
  'recovery_code',
  'passkey',
  'mail_code',
  'mail',
  'ticket',
  'session',
  'person',
]

/** All identity data, to check whether anything has changed. */
export async function dump({ pool }: Database): Promise<Record<string, unknown>> {
  const rows = tables.map(async (table) => {
    const found = await pool.query<{ row: string }>(`select one::text as row from ${table} one order by 1`)
    return [table, found.rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}
