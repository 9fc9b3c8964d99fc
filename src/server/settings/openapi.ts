import { z } from 'zod'
import { type Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { refusals } from '#contract/errors.ts'

let cached: Record<string, unknown> | null = null

/** The API as OpenAPI 3.1, generated from the contract. */
export function openApi(): Record<string, unknown> {
  return (cached ??= describe())
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
      description: 'The API that the site itself uses: stories, people, categories and more.',
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
      description: `Requires the role ${access} or higher.`,
    }),
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && {
      requestBody: { required: true, content: json(schemaOf(body, 'input', `${operationId}.takes`, schemas)) },
    }),
    responses: {
      200: { description: 'Success.', content: json(schemaOf(reply, 'output', `${operationId}.gives`, schemas)) },
      default: {
        description: limit === 'guess' ? 'Error. Attempts are strictly rate limited.' : 'Error.',
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    },
  }
}

/** Recursive shapes become named schemas. References resolve from the document root, so they are moved there. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output', name: string, schemas: Schemas): unknown {
  const { $defs, ...schema } = z.toJSONSchema(shape, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  const relocated = (part: unknown): unknown =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`))
  for (const [key, definition] of Object.entries($defs ?? {})) schemas[`${name}.${key}`] = relocated(definition)
  return relocated(schema)
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
