import { z } from 'zod'
import { HEX_COLOR } from '#contract/color.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { CategoryCard } from '#contract/reading.ts'
import { Picture } from '#contract/shapes.ts'
import { features, signUpModes } from './features.ts'
import { MAX_FOOTER_LINKS, MAX_FOOTER_TEXT, MAX_NAVIGATION_LINKS } from './limits.ts'
import { isReadableAccent } from './palette.ts'

/** A path of the site, or the address of another one. */
const LinkTarget = z
  .string()
  .trim()
  .max(500)
  .refine((to) => /^\/(?![/\\])/.test(to) || z.url({ protocol: /^(https?|mailto)$/ }).safeParse(to).success, {
    error: 'Enter a path such as /about, or an address such as https://example.org.',
  })

export const SiteLink = z.object({
  name: z.string().trim().min(1, 'Enter the text of the link.').max(40),
  to: LinkTarget,
})
export type SiteLink = z.infer<typeof SiteLink>

/** The settings that pages show. Null links are the site’s own. */
export const SiteSettings = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(60),
  tagline: z.string().trim().max(160),
  logo: Picture.nullable(),
  /** The id and version of the library picture that icons are made from. */
  icon: z.string().nullable(),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(HEX_COLOR, 'Enter a colour such as #15803d.')
    .refine(isReadableAccent, 'This colour is too light for text. Choose a darker one.'),
  navigation: z.array(SiteLink).max(MAX_NAVIGATION_LINKS).nullable(),
  footer: z.object({
    text: z.string().trim().max(MAX_FOOTER_TEXT),
    links: z.array(SiteLink).max(MAX_FOOTER_LINKS).nullable(),
  }),
  socialCards: z.object({
    /** Whether the cards of stories show their covers. */
    covers: z.boolean(),
    /** The site’s account on X, with the @, or empty. */
    account: z
      .string()
      .trim()
      .regex(/^(@[A-Za-z0-9_]{1,15})?$/, 'Enter an account such as @bramble.'),
    /** The picture of pages that are not stories. */
    picture: Picture.nullable(),
  }),
  switchedOff: z.array(z.enum(features)),
  signUp: z.enum(signUpModes),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** The settings and categories that every page shows. */
export const Site = SiteSettings.extend({ categories: z.array(CategoryCard) })
export type Site = z.infer<typeof Site>

export const siteEndpoints = {
  'GET /api/site': {
    access: 'anyone',
    says: 'Returns the site’s name, appearance, navigation and categories.',
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
