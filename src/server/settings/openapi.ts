import { z } from 'zod'
import { type Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { refusals } from '#contract/errors.ts'

let made: Record<string, unknown> | null = null

/** The API as OpenAPI 3.1, printed from the table that serves it. */
export function openApi(): Record<string, unknown> {
  return (made ??= describe())
}

function describe() {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: Record<string, unknown> = { Error: errorSchema }
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bramble',
      version: '1',
      description: 'Stories, people and categories, as the site itself reads them.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'bramble_session' } },
    },
  }
}

type Schemas = Record<string, unknown>

function operation(method: string, path: string, endpoint: Endpoint, schemas: Schemas) {
  const { says, access, params, query, body, reply, limit } = endpoint
  const operationId = `${method} ${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return {
    operationId,
    summary: says,
    ...(access !== 'anyone' && {
      security: [{ session: [] }],
      description: `For people with the role ${access} or above.`,
    }),
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && {
      requestBody: { required: true, content: json(schemaOf(body, 'input', `${operationId}.takes`, schemas)) },
    }),
    responses: {
      200: { description: 'Done.', content: json(schemaOf(reply, 'output', `${operationId}.gives`, schemas)) },
      default: {
        description: limit === 'guess' ? 'A refusal; few attempts a minute are allowed.' : 'A refusal.',
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    },
  }
}

/** A shape that holds itself is named; a name is found from the root of the document, so it is put there. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output', name: string, schemas: Schemas): unknown {
  const { $defs, ...schema } = z.toJSONSchema(shape, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  const placed = (part: unknown): unknown =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`))
  for (const [key, definition] of Object.entries($defs ?? {})) schemas[`${name}.${key}`] = placed(definition)
  return placed(schema)
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

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'requestId'],
      properties: {
        code: { type: 'string', enum: [...Object.keys(refusals), 'fault'] },
        message: { type: 'string' },
        details: { type: 'object' },
        requestId: { type: 'string' },
      },
    },
  },
}
