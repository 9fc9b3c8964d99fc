import type { z } from 'zod'

export const roles = ['reader', 'author', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One address of the API: who may call it, what it takes and what it gives. */
export type Endpoint = {
  /** A role includes the roles above it. */
  access: 'anyone' | Role
  says: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  reply: z.ZodType
  /** Which limit counts a call; reading addresses share `read`, the others `write`. */
  limit?: 'read' | 'write' | 'guess'
  /** How long anybody may keep the answer, in seconds; left out, nobody may. */
  keep?: number
}

export type EndpointTable = Record<`${Method} /${string}`, Endpoint>

type Shape<E, Part extends string> = E extends Record<Part, infer S extends z.ZodType> ? S : never

/** What a caller writes: the parts the endpoint declares, as they are before parsing. */
export type Sent<E> = (Shape<E, 'params'> extends never ? unknown : { params: z.input<Shape<E, 'params'>> }) &
  (Shape<E, 'query'> extends never ? unknown : { query?: z.input<Shape<E, 'query'>> }) &
  (Shape<E, 'body'> extends never ? unknown : { body: z.input<Shape<E, 'body'>> })

/** What a handler gets: the same parts, parsed. */
export type Received<E> = {
  params: Shape<E, 'params'> extends never ? undefined : z.output<Shape<E, 'params'>>
  query: Shape<E, 'query'> extends never ? undefined : z.output<Shape<E, 'query'>>
  body: Shape<E, 'body'> extends never ? undefined : z.output<Shape<E, 'body'>>
}

export type Reply<E> = E extends { reply: infer S extends z.ZodType } ? z.output<S> : never
