import { z } from 'zod'

/** A Firestore value, keyed by its type. Integers are sent as strings. */
export type TaggedValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number }
  | { stringValue: string }
  | { timestampValue: string }
  | { mapValue: { fields: TaggedFields } }
export type TaggedFields = { [name: string]: TaggedValue }

const Field = z.strictObject({ fieldPath: z.string().min(1) })
const Anything = z.record(z.string(), z.unknown())
const FieldFilter = z.strictObject({ field: Field, op: z.string(), value: Anything })
// Nested filters are not parsed: no supported query has them.
const CompositeFilter = z.strictObject({ op: z.string(), filters: z.array(Anything).min(1) })

/** The only supported filter, alone or as the single member of an `AND`. */
export const OneFilter = z.strictObject({ fieldFilter: FieldFilter })

export const RunQuery = z.strictObject({
  structuredQuery: z.strictObject({
    select: z.strictObject({ fields: z.array(Field) }).optional(),
    from: z
      .array(z.strictObject({ collectionId: z.string().min(1), allDescendants: z.boolean().optional() }))
      .length(1),
    where: z
      .union([
        OneFilter,
        z.strictObject({ compositeFilter: CompositeFilter }),
        z.strictObject({ unaryFilter: z.strictObject({ field: Field, op: z.string() }) }),
      ])
      .optional(),
    orderBy: z
      .array(z.strictObject({ field: Field, direction: z.enum(['ASCENDING', 'DESCENDING']).optional() }))
      .optional(),
    limit: z.int().min(1).optional(),
  }),
})
export type StructuredQuery = z.infer<typeof RunQuery>['structuredQuery']

type FoundDocument = { name: string; fields: TaggedFields; createTime: string; updateTime: string }
export type RunQueryReply = { document?: FoundDocument; readTime: string }[]

export type DocumentError = [{ error: { code: number; message: string; status: string } }]
