import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { CategoryCard } from './reading.ts'

/** What the owner decided about the site as a whole. */
export const SiteSettings = z.object({
  name: z.string().min(1).max(60),
  tagline: z.string().max(160),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** What every page needs around its own content. */
export const Site = SiteSettings.extend({ categories: z.array(CategoryCard) })
export type Site = z.infer<typeof Site>

export const siteEndpoints = {
  'GET /api/site': {
    access: 'anyone',
    says: 'The name, the tagline and the shelves of this site.',
    reply: Site,
  },
  'GET /api/openapi.json': {
    access: 'anyone',
    says: 'This description, for machines.',
    reply: z.record(z.string(), z.unknown()),
  },
  'GET /icons/{file}': {
    access: 'anyone',
    says: 'Icons as JSON, by set and names: /icons/lucide.json?icons=search,bell',
    keep: 7 * 24 * 3600,
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
