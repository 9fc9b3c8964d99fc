import type { Head, HeadArgs } from '#site/page.ts'

/** Doors are not for search engines. */
export function authHead({ site, row }: HeadArgs): Head {
  return { title: `${row.title} · ${site.name}`, noIndex: true }
}
