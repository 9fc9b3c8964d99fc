import type { z } from 'zod'

export const roles = ['reader', 'author', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

/** The one rule of who may do what: a role includes those before it. Endpoints, guards and screens all ask here. */
export function hasRole(viewer: { role: Role } | null, wanted: Role) {
  return viewer !== null && roles.indexOf(viewer.role) >= roles.indexOf(wanted)
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One address of the API: who may call it, what it takes and what it gives. */
export type Endpoint = {
  /** Anyone, or who has at least that role. Whatever is not read needs the bearer token; the cookie is not enough. */
  access: 'anyone' | Role
  says: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  reply: z.ZodType
  /** How long the body may be, in bytes, where the usual length is too short. */
  bytes?: number
  /** Which limit counts a call; reading addresses share `read`, the others `write`. */
  limit?:
    | 'read'
    | 'write'
    | 'toggle'
    | 'respond'
    | 'save'
    | 'presence'
    | 'look'
    | 'guess'
    | 'sign-in'
    | 'sign-up'
    | 'mail'
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
