export type Operation = {
  method: string
  path: string
  summary: string
  access: string | null
  parameters: { name: string; where: string; required: boolean }[]
  takesBody: boolean
}

/** The operations of an OpenAPI document as a flat list, in order. */
export function readOperations(document: Record<string, unknown>): Operation[] {
  return entries(document['paths']).flatMap(([path, methods]) =>
    entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      summary: text(operation, 'summary') ?? '',
      access: text(operation, 'description'),
      parameters: list(operation, 'parameters').map((parameter) => ({
        name: text(parameter, 'name') ?? '',
        where: text(parameter, 'in') ?? '',
        required: value(parameter, 'required') === true,
      })),
      takesBody: value(operation, 'requestBody') !== undefined,
    })),
  )
}

function entries(thing: unknown): [string, unknown][] {
  return typeof thing === 'object' && thing !== null ? Object.entries(thing) : []
}

function value(thing: unknown, key: string): unknown {
  return entries(thing).find(([name]) => name === key)?.[1]
}

function text(thing: unknown, key: string) {
  const found = value(thing, key)
  return typeof found === 'string' ? found : null
}

function list(thing: unknown, key: string): unknown[] {
  const found = value(thing, key)
  return Array.isArray(found) ? found : []
}
