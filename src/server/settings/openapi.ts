import { z } from 'zod'
import { API_KEY_PREFIX, apiScopeGroups } from '#contract/api-keys/scopes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { refusals } from '#contract/errors.ts'
import { sessionCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'

let cached: ReturnType<typeof describe> | null = null

type Schemas = Record<string, unknown>

/** The API as OpenAPI 3.1, generated from the contract. */
export function openApi({ origin, base }: Ctx['site']) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bramble',
      version: '1',
      description: 'The API that the site itself uses: stories, people, categories and more.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin + base.replace(/\/$/, '') }],
    ...(cached ??= describe()),
  }
}

function describe() {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: Schemas = { Error: errorSchema(errorCodes()) }
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, endpoint, schemas) }
  }
  return {
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(errorStatuses.map((status) => [responseName(status), errorResponse(status)])),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie.name, description: 'Reads only.' },
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Reads and writes.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_KEY_PREFIX}…`,
          description: `Reads and writes that the scopes of the key allow. Admins create keys in the settings.\n\n${scopeList()}`,
        },
      },
    },
  }
}

function scopeList() {
  return apiScopeGroups.flatMap(({ scopes }) => scopes.map(({ scope, says }) => `- \`${scope}\`: ${says}`)).join('\n')
}

function operation(method: string, path: string, endpoint: Endpoint, schemas: Schemas) {
  const { says, access, scope, params, query, body, reply } = endpoint
  const operationId = `${method} ${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return {
    operationId,
    summary: says,
    ...describeAccess(endpoint),
    security: [
      ...(access === 'anyone' ? [{}] : []),
      ...(method === 'GET' ? [{ session: [] }] : []),
      { idToken: [] },
      ...(scope ? [{ apiKey: scope === 'any' ? [] : [scope] }] : []),
    ],
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && {
      requestBody: { required: true, content: json(schemaOf(body, 'input', `${operationId}.takes`, schemas)) },
    }),
    responses: {
      200: { description: 'Success.', content: json(schemaOf(reply, 'output', `${operationId}.gives`, schemas)) },
      ...Object.fromEntries(
        statusesOf(method, endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/${responseName(status)}` },
        ]),
      ),
      default: { description: 'Another error.', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function describeAccess({ access, scope }: Endpoint) {
  const role = access === 'anyone' ? [] : [`Requires the role ${access} or higher.`]
  const key = scope && scope !== 'any' ? [`API keys need the scope ${scope}.`] : []
  const description = [...role, ...key].join(' ')
  return description ? { description } : {}
}

const errorStatuses = [400, 401, 403, 404, 409, 413, 429]

/** The error statuses to expect of every endpoint of this kind. */
function statusesOf(method: string, { access, scope, params, body }: Endpoint) {
  return errorStatuses.filter((status) => {
    if (status === 403) return (access !== 'anyone' && access !== 'reader') || (scope !== undefined && method !== 'GET')
    if (status === 404) return params !== undefined
    if (status === 409) return method !== 'GET'
    if (status === 413) return body !== undefined
    return true
  })
}

function responseName(status: number) {
  return `Error${status}`
}

function errorResponse(status: number) {
  const codes = errorCodes(status)
  return { description: `Error. Codes: ${codes.join(', ')}.`, content: json(errorSchema(codes)) }
}

function errorCodes(status?: number) {
  const all = Object.entries(refusals).filter(([, refusal]) => status === undefined || refusal.status === status)
  return [...all.map(([code]) => code), ...(status === undefined ? ['fault'] : [])]
}

/** Recursive shapes become named schemas. References resolve from the document root, so they are moved there. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output', name: string, schemas: Schemas): unknown {
  const { $defs, ...schema } = z.toJSONSchema(shape, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => listProperties(jsonSchema),
  })
  const relocated = (part: unknown): unknown =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`))
  for (const [key, definition] of Object.entries($defs ?? {})) schemas[`${name}.${key}`] = relocated(definition)
  return relocated(schema)
}

/** A record with an enum as key is an object with these properties, which generators of clients understand. */
function listProperties(schema: z.core.JSONSchema.BaseSchema) {
  const { propertyNames, additionalProperties } = schema
  if (typeof propertyNames !== 'object' || !propertyNames.enum || additionalProperties === undefined) return
  schema.properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]))
  delete schema.propertyNames
  schema.additionalProperties = false
}

function parameters(where: 'path' | 'query', shape: z.ZodObject | undefined) {
  return Object.entries(shape?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !z.safeParse(z.object({ [name]: field }), {}).success,
    schema: z.toJSONSchema(field, { io: 'input', target: 'draft-2020-12' }),
  }))
}

function json(schema: unknown) {
  return { 'application/json': { schema } }
}

function errorSchema(codes: string[]) {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'details', 'requestId'],
        properties: {
          code: { type: 'string', enum: codes },
          message: { type: 'string' },
          details: { type: 'object' },
          requestId: { type: 'string' },
        },
      },
    },
  }
}
