import type { PageModule } from './page.ts'

/** The code of every page and layout. A separate chunk: the story page does not need it. */
export const pages = import.meta.glob<PageModule>('./**/*-page.tsx')
export const layouts = import.meta.glob<{ default: React.ComponentType }>('./layouts/*-layout.tsx')
