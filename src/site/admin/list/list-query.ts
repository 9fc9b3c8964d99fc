import type { z } from 'zod'

/** The query of a list’s endpoint from the address of its page. Empty and invalid values are left out, so that an edited address still shows a list. For data functions, which run on the server. */
export function listQuery<Shape extends z.ZodObject>(shape: Shape, query: Readonly<Record<string, string>>) {
  const valid = Object.entries(shape.shape).filter(([name, field]) => {
    const value = query[name]
    return value !== undefined && value !== '' && field.safeParse(value).success
  })
  return shape.parse(Object.fromEntries(valid.map(([name]) => [name, query[name]])))
}
