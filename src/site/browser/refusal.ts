import { Refusal, type RefusalCode, refusals } from '#contract/errors.ts'

/** Converts an error response to a Refusal. */
export async function refusalOf(response: Response): Promise<Error> {
  const reply: unknown = await response.json().catch(() => null)
  const error = isRecord(reply) && isRecord(reply['error']) ? reply['error'] : {}
  const { code, message, details } = error
  if (isRefusalCode(code)) return new Refusal(code, isRecord(details) ? details : {})
  return new Error(typeof message === 'string' ? message : `The server answered ${response.status}.`)
}

/** The code of a refusal for which a fresh token may help. */
export function tokenProblem(error: Error): RefusalCode | null {
  return error instanceof Refusal && curable.has(error.code) ? error.code : null
}

const curable: ReadonlySet<RefusalCode> = new Set(['user-token-expired', 'invalid-user-token', 'sign-in-needed'])

export function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === 'string' && Object.hasOwn(refusals, code)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
