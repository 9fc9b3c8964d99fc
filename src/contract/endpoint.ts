import type { z } from 'zod'
import type { ApiScope } from '#contract/api-keys/scopes.ts'
import type { Feature } from './settings/features.ts'

export const roles = ['reader', 'author', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles are ordered: each includes those before it. */
export function hasRole(viewer: { role: Role } | null, wanted: Role) {
  return viewer !== null && roles.indexOf(viewer.role) >= roles.indexOf(wanted)
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Endpoint = {
  /** Anyone, or people with at least this role. Writes need the bearer token; the cookie is not enough. */
  access: 'anyone' | Role
  /**
   * What an API key needs to call it. Without a scope, keys are refused, except on reads that anyone may make: there a key
   * without the scope counts as a visitor. `any` admits every key.
   */
  scope?: ApiScope | 'any'
  /** The description in the API reference. */
  says: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  reply: z.ZodType
  /** Maximum body size in bytes, if it is not the default. */
  bodyBytes?: number
  /** The handler receives the body as text, and validates it in a worker thread. */
  bodyAsText?: true
  /** The rate limit that counts calls. The default is `read` for GET and `write` for other methods. */
  limit?:
    | 'read'
    | 'write'
    | 'toggle'
    | 'respond'
    | 'save'
    | 'presence'
    | 'analytics'
    | 'look'
    | 'guess'
    | 'sign-in'
    | 'sign-up'
    | 'mail'
  /** While an admin views the site as another person, writes are refused unless `allowed`, and `hidden` reads are too. */
  impersonated?: 'allowed' | 'hidden'
  /** The part of the site that an admin can switch off. The endpoint then refuses every call. */
  feature?: Feature
  /** How long browsers and proxies may cache an anonymous response; not at all by default. */
  cacheSeconds?: number
}

export type EndpointTable = Record<`${Method} /${string}`, Endpoint>

type Shape<E, Part extends string> = E extends Record<Part, infer S extends z.ZodType> ? S : never

/** What a caller sends: the declared parts before parsing. */
export type Sent<E> = (Shape<E, 'params'> extends never ? unknown : { params: z.input<Shape<E, 'params'>> }) &
  (Shape<E, 'query'> extends never ? unknown : { query?: z.input<Shape<E, 'query'>> }) &
  (Shape<E, 'body'> extends never ? unknown : { body: z.input<Shape<E, 'body'>> })

/** What a handler receives: the declared parts after parsing. */
export type Received<E> = {
  params: Shape<E, 'params'> extends never ? undefined : z.output<Shape<E, 'params'>>
  query: Shape<E, 'query'> extends never ? undefined : z.output<Shape<E, 'query'>>
  body: E extends { bodyAsText: true }
    ? string
    : Shape<E, 'body'> extends never
      ? undefined
      : z.output<Shape<E, 'body'>>
}

export type Reply<E> = E extends { reply: infer S extends z.ZodType } ? z.output<S> : never
