import fc from 'fast-check'
import { FORBIDDEN_IN_KEYS } from '#contract/constants.ts'
import type { Tree } from '#contract/firebase/database.ts'

/** Keys of every kind with its own sort rule, often close to each other. */
export const anyKey = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'A', '0', '00', '-0', '-00', '000', '7', '07', '10', '-1', '2147483647', '2147483648'),
  fc.integer({ min: -12, max: 12 }).map(String),
  fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }).filter((text) => !FORBIDDEN_IN_KEYS.test(text)),
)

export const anyPrimitive = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constantFrom('', 'a', 'b', '1', '10'),
  fc.string({ maxLength: 4, unit: 'binary' }),
)

const anyLeaf = anyPrimitive.map((value) => value ?? 'nothing')

export const { anyTree } = fc.letrec<{ anyTree: Tree }>((tie) => ({
  anyTree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyLeaf,
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('anyTree'), { minKeys: 1, maxKeys: 3 }),
  ),
}))
