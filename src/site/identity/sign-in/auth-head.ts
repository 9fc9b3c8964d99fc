import type { Head, HeadArgs } from '#site/page.ts'

/** Sign-in pages are not indexed. */
export function authHead({ site, row }: HeadArgs): Head {
  return { title: `${row.title} · ${site.name}`, noIndex: true }
}
