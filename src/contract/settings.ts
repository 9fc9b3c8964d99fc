import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { CategoryCard } from './reading.ts'

export const SiteSettings = z.object({
  name: z.string().min(1).max(60),
  tagline: z.string().max(160),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** The settings and categories that every page shows. */
export const Site = SiteSettings.extend({ categories: z.array(CategoryCard) })
export type Site = z.infer<typeof Site>

export const siteEndpoints = {
  'GET /api/site': {
    access: 'anyone',
    says: 'Returns the site’s name, tagline and categories.',
    reply: Site,
  },
  'GET /api/openapi.json': {
    access: 'anyone',
    says: 'Returns the OpenAPI description of this API.',
    reply: z.record(z.string(), z.unknown()),
  },
  'GET /icons/{file}': {
    access: 'anyone',
    says: 'Returns icons of a set as JSON. Example: /icons/lucide.json?icons=search,bell',
    cacheSeconds: 7 * 24 * 3600,
    params: z.object({ file: z.string().regex(/^[a-z0-9-]{1,40}\.json$/) }),
    query: z.object({
      icons: z
        .string()
        .regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/)
        .max(2000),
    }),
    reply: z.object({
      prefix: z.string(),
      icons: z.record(z.string(), z.object({ body: z.string() })),
      not_found: z.array(z.string()),
      width: z.number(),
      height: z.number(),
    }),
  },
} satisfies EndpointTable
