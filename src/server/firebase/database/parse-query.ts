import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { Primitive, type TreeFilters } from '#contract/firebase/database.ts'
import type { Bound, TreeQuery } from './apply-query.ts'
import { checkKey } from './keys.ts'

const BoundText = z.union([z.tuple([Primitive]), z.tuple([Primitive, z.string()])])

/** What a read asks for; null when it asks for all there is. */
export function readTreeQuery({ orderBy, ...filters }: TreeFilters): TreeQuery | null {
  if (orderBy === undefined) {
    if (Object.values(filters).some((value) => value !== undefined))
      throw refused('orderBy must be defined when other query parameters are defined')
    return null
  }
  const order = readOrder(orderBy)
  const { startAt, startAfter, endAt, endBefore, equalTo, limitToFirst, limitToLast } = filters
  const bound = (name: string, text: string | undefined, open = false) =>
    text === undefined ? null : readBound(name, text, { order, open })
  const limit = (name: string, text: string | undefined, from: 'first' | 'last') =>
    text === undefined ? null : { count: readCount(name, text), from }
  const equal = bound('equalTo', equalTo)
  return {
    order,
    start: oneOf('a start', [equal, bound('startAt', startAt), bound('startAfter', startAfter, true)]),
    end: oneOf('an end', [equal, bound('endAt', endAt), bound('endBefore', endBefore, true)]),
    limit: oneOf('a limit', [limit('limitToFirst', limitToFirst, 'first'), limit('limitToLast', limitToLast, 'last')]),
  }
}

function readOrder(text: string): TreeQuery['order'] {
  const name = z.string().safeParse(readJson('orderBy', text)).data
  if (name === undefined) throw refused('orderBy must be a valid JSON encoded path')
  if (name === '$key') return { by: 'key' }
  if (name === '$value') return { by: 'value' }
  if (name === '$priority') return { by: 'priority' }
  return { by: 'child', path: name.split('/').map(checkKey) }
}

function readBound(name: string, text: string, { order, open }: { order: TreeQuery['order']; open: boolean }): Bound {
  const parsed = BoundText.safeParse(readJson(name, `[${text}]`))
  if (!parsed.success) throw refused(`${name} must be a JSON primitive, or one and a key`)
  const [value, key] = parsed.data
  if (order.by !== 'key') return { value, key: key === undefined ? null : checkKey(key), open }
  if (typeof value !== 'string' || key !== undefined) throw refused(`${name} must be a key when ordering by $key`)
  return { value: null, key: checkKey(value), open }
}

function readCount(name: string, text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0
  if (count < 1 || !Number.isSafeInteger(count)) throw refused(`${name} must be a positive whole number`)
  return count
}

function oneOf<Given>(what: string, given: (Given | null)[]): Given | null {
  const [first = null, ...others] = given.filter((one) => one !== null)
  if (others.length > 0) throw refused(`only one of the parameters that set ${what} can be given`)
  return first
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(`${name} must be valid JSON`)
  }
}

function refused(reason: string) {
  return new Refusal('invalid', { reason })
}
