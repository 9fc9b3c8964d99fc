import type { Services } from '#contract/firebase/services.ts'
import type { TaggedFields, TaggedValue } from '#contract/firebase/firestore.ts'
import { roles } from '#contract/endpoint.ts'
import type { UserRecord } from '#contract/identity/identity.ts'
import type { Picture } from '#contract/shapes.ts'
import { dataErrorByStatus, dataErrorOf } from '#site/errors/data-error.ts'
import { fetchWithRetry } from '#site/fetch.ts'

type Rows = { document?: { name: string; fields: TaggedFields } }[]

/** Queries the users records of an account at an external data service. */
export async function queryUserRecords(
  { url, project }: NonNullable<Services['data']>,
  uid: string,
  token: string,
): Promise<UserRecord[]> {
  const where = { fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value: { stringValue: uid } } }
  const address = `${url}v1/projects/${encodeURIComponent(project)}/databases/(default)/documents:runQuery`
  const response = await fetchWithRetry(address, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'text/plain', 'authorization': `Bearer ${token}` },
    body: JSON.stringify({ structuredQuery: { from: [{ collectionId: 'users' }], where } }),
  }).catch((error: unknown) => {
    throw dataErrorOf(error)
  })
  if (!response.ok) throw dataErrorByStatus(response.status)
  const rows: Rows = await response.json()
  return rows.flatMap(({ document }) => (document ? [recordOf(document)] : []))
}

function recordOf({ name, fields }: NonNullable<Rows[number]['document']>): UserRecord {
  const { uid, handle, about, role, avatar, createdAt, updatedAt, ...rest } = plainFields(fields)
  return {
    id: name.split('/').at(-1) ?? '',
    uid: textOf(uid),
    handle: textOf(handle),
    name: textOf(rest['name']),
    about: textOf(about),
    role: roles.find((known) => known === role) ?? 'reader',
    avatar: isPicture(avatar) ? avatar : null,
    createdAt: textOf(createdAt),
    updatedAt: textOf(updatedAt),
  }
}

function plainFields(fields: TaggedFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]))
}

function plainValue(value: TaggedValue): unknown {
  if ('mapValue' in value) return plainFields(value.mapValue.fields ?? {})
  return 'integerValue' in value ? Number(value.integerValue) : Object.values(value)[0]
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}

function isPicture(value: unknown): value is Picture {
  return typeof value === 'object' && value !== null && 'src' in value && 'width' in value
}
