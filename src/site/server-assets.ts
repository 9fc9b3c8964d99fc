import { z } from 'zod'
import { FIRST_PAGE } from './router.tsx'
import type { PageRow } from './routes.ts'

/** Vite's manifest. */
export const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
)
export type Manifest = z.infer<typeof Manifest>

export type PageAssets = {
  firstScript: string
  /** Loaded by the first script when the browser is idle. */
  analytics: string
  /** Loaded by analytics on sites with a measurement ID. */
  measurement: string
  script: string
  styles: string[]
  fonts: string[]
  preloads: string[]
}
type FindAssets = (row: PageRow | null) => PageAssets

const ENTRY = 'src/site/browser.tsx'
const FIRST = 'src/site/browser/first-script.ts'
const ANALYTICS = 'src/site/analytics/start-analytics.ts'
const MEASUREMENT = 'src/site/analytics/start-measurement.ts'
const TABLE = 'src/site/page-modules.ts'
/** Preloaded, so that the first visit shows them. */
const TEXT_FONTS = ['inter-text', 'source-serif-text'].map((name) => `src/site/ui/text-fonts/${name}.woff2`)
/** Lazily loaded code of these pages, stored with them for offline use. */
export const offlineCode: Record<string, string[]> = {
  '/offline': [
    'browser/create-navigation.ts',
    'reading/story-page.tsx',
    'reading/story/parts.ts',
    'reading/story/reading-tools.tsx',
  ],
  '/offline/write': [
    'browser/create-navigation.ts',
    'browser/call.ts',
    'browser/icon-hosts.ts',
    'articles/editor/editor.tsx',
    'offline/register.ts',
    'identity/session/running-session.ts',
    'ui/toaster.tsx',
    'articles/writing/settings/settings.tsx',
  ],
}

/** The build files that a page needs to be shown and hydrated. */
export function builtAssets(manifest: Manifest, base: string): FindAssets {
  const kept = new Map<string, PageAssets>()
  return (row) => {
    const key = row ? `${row.page} ${row.layout}` : ''
    const known = kept.get(key) ?? collect(manifest, base, row)
    kept.set(key, known)
    return known
  }
}

function collect(manifest: Manifest, base: string, row: PageRow | null): PageAssets {
  const ofRow = row ? [`src/site/${row.page}-page.tsx`, `src/site/layouts/${row.layout}-layout.tsx`] : []
  const later = (offlineCode[row?.path ?? ''] ?? []).map((name) => `src/site/${name}`)
  const roots = [ENTRY, ...(row?.page === FIRST_PAGE ? [] : [TABLE]), ...ofRow, ...later]
  const chunks = new Set<string>()
  const visit = (name: string) => {
    if (chunks.has(name) || !manifest[name]) return
    chunks.add(name)
    manifest[name].imports.forEach(visit)
  }
  roots.forEach(visit)
  const used = [...chunks].flatMap((name) => manifest[name] ?? [])
  const url = (file: string) => base + file
  const entryUrl = (name: string) => {
    const file = manifest[name]?.file
    if (file === undefined) throw new Error(`The build has no ${name}`)
    return url(file)
  }
  const firstScript = entryUrl(FIRST)
  const script = entryUrl(ENTRY)
  const started = new Set([firstScript, script])
  return {
    firstScript,
    analytics: entryUrl(ANALYTICS),
    measurement: entryUrl(MEASUREMENT),
    script,
    styles: unique(used.flatMap(({ css }) => css)).map(url),
    fonts: TEXT_FONTS.flatMap((name) => manifest[name]?.file ?? []).map(url),
    preloads: unique(used.map(({ file }) => url(file))).filter((file) => !started.has(file)),
  }
}

/** In development, Vite serves the files. */
export function developmentAssets(base: string): FindAssets {
  return () => ({
    firstScript: base + FIRST,
    analytics: base + ANALYTICS,
    measurement: base + MEASUREMENT,
    script: base + ENTRY,
    styles: [`${base}src/site/ui/styles.css?direct`],
    fonts: TEXT_FONTS.map((name) => base + name),
    preloads: [],
  })
}

function unique(items: string[]) {
  return [...new Set(items)]
}
