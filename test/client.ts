import type { TestApp } from './app.ts'
import { aSession } from './people.ts'

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> & { error?: { code: string } } }
export type Call = (key: string, body?: unknown) => Promise<Answer>

/** Calls the API over HTTP as this person, or as a visitor: `call('PUT /api/…', body)`. */
export async function clientOf(app: TestApp, person: { uid: string } | null): Promise<Call> {
  const bearer = person && (await aSession(app.ctx.db, person, app.ctx)).bearer
  return async (key, body) => {
    const [method = '', path = ''] = key.split(' ')
    const response = await app.get(path, {
      method,
      headers: {
        ...(bearer !== null && { authorization: bearer }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }
}
