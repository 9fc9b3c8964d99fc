import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { Primitive, type TreeFilters } from '#contract/firebase/database.ts'
import type { Bound, TreeQuery } from './apply-query.ts'
import { validateKey } from './keys.ts'

const BoundText = z.union([z.tuple([Primitive]), z.tuple([Primitive, z.string()])])

/** Null for a read without a query. */
export function parseTreeQuery({ orderBy, ...filters }: TreeFilters): TreeQuery | null {
  if (orderBy === undefined) {
    if (Object.values(filters).some((value) => value !== undefined))
      throw invalidQuery('orderBy must be defined when other query parameters are defined')
    return null
  }
  const order = parseOrder(orderBy)
  const { startAt, startAfter, endAt, endBefore, equalTo, limitToFirst, limitToLast } = filters
  const bound = (name: string, text: string | undefined, open = false) =>
    text === undefined ? null : parseBound(name, text, { order, open })
  const limit = (name: string, text: string | undefined, from: 'first' | 'last') =>
    text === undefined ? null : { count: parseCount(name, text), from }
  const equal = bound('equalTo', equalTo)
  return {
    order,
    start: requireAtMostOne('a start', [equal, bound('startAt', startAt), bound('startAfter', startAfter, true)]),
    end: requireAtMostOne('an end', [equal, bound('endAt', endAt), bound('endBefore', endBefore, true)]),
    limit: requireAtMostOne('a limit', [
      limit('limitToFirst', limitToFirst, 'first'),
      limit('limitToLast', limitToLast, 'last'),
    ]),
  }
}

function parseOrder(text: string): TreeQuery['order'] {
  const name = z.string().safeParse(parseJson('orderBy', text)).data
  if (name === undefined) throw invalidQuery('orderBy must be a valid JSON encoded path')
  if (name === '$key') return { by: 'key' }
  if (name === '$value') return { by: 'value' }
  if (name === '$priority') return { by: 'priority' }
  return { by: 'child', path: name.split('/').map(validateKey) }
}

function parseBound(name: string, text: string, { order, open }: { order: TreeQuery['order']; open: boolean }): Bound {
  const parsed = BoundText.safeParse(parseJson(name, `[${text}]`))
  if (!parsed.success) throw invalidQuery(`${name} must be a JSON primitive, or one and a key`)
  const [value, key] = parsed.data
  if (order.by !== 'key') return { value, key: key === undefined ? null : validateKey(key), open }
  if (typeof value !== 'string' || key !== undefined) throw invalidQuery(`${name} must be a key when ordering by $key`)
  return { value: null, key: validateKey(value), open }
}

function parseCount(name: string, text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0
  if (count < 1 || !Number.isSafeInteger(count)) throw invalidQuery(`${name} must be a positive whole number`)
  return count
}

function requireAtMostOne<Given>(what: string, given: (Given | null)[]): Given | null {
  const [first = null, ...others] = given.filter((one) => one !== null)
  if (others.length > 0) throw invalidQuery(`only one of the parameters that set ${what} can be given`)
  return first
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidQuery(`${name} must be valid JSON`)
  }
}

function invalidQuery(reason: string) {
  return new Refusal('invalid', { reason })
}
