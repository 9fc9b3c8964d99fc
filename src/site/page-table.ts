import type { PageModule } from './page.ts'

/** Where the code of every page and layout is. A file of its own: whoever came for a story needs none of the others yet. */
export const pages = import.meta.glob<PageModule>('./**/*-page.tsx')
export const layouts = import.meta.glob<{ default: React.ComponentType }>('./layouts/*-layout.tsx')
