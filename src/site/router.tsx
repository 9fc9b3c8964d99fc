import type { LoaderFunction, RouteObject } from 'react-router'
import { ErrorInDefaultLayout, ErrorScreen } from './layouts/error-screen.tsx'
import DefaultLayout from './layouts/default-layout.tsx'
import type { HeadArgs, PageModule } from './page.ts'
import { Root } from './root.tsx'
import type { LayoutName, PageRow } from './routes.ts'

type PageHandle = { row: PageRow; head?: (args: HeadArgs<never>) => unknown }

/** Loaders of each side: the server calls the API, the browser's data strategy fetches a payload. */
type Loaders = { shell: LoaderFunction; page(row: PageRow): LoaderFunction }

const notFound: PageRow = { path: '*', page: 'errors/not-found', layout: 'default', title: 'Page Not Found' }

/** The route table for React Router: root, a frame that catches refusals, layouts, pages. */
export function buildRoutes(rows: readonly PageRow[], loaders: Loaders): RouteObject[] {
  const all = [...rows, notFound]
  const layoutNames = [...new Set(all.map(({ layout }) => layout))]
  return [
    {
      id: 'root',
      Component: Root,
      loader: loaders.shell,
      ErrorBoundary: ErrorInDefaultLayout,
      children: [
        {
          id: 'frame',
          ErrorBoundary: ErrorInDefaultLayout,
          loader: () => null,
          children: layoutNames.map((name) => ({
            id: `layout:${name}`,
            lazy: () => loadLayout(name),
            children: all.filter(({ layout }) => layout === name).map((row) => pageRoute(row, loaders)),
          })),
        },
      ],
    },
  ]
}

function pageRoute(row: PageRow, loaders: Loaders): RouteObject {
  return {
    id: pageId(row),
    path: row.path,
    loader: loaders.page(row),
    ErrorBoundary: ErrorScreen,
    lazy: async () => {
      const [{ default: Page, head }, cursor] = await Promise.all([
        loadPage(row),
        row.query?.includes('before') ? import('./infinite-list/invalid-cursor.tsx') : null,
      ])
      const handle: PageHandle = { row, ...(head && { head }) }
      return { Component: cursor ? cursor.withCursorNotice(Page) : Page, handle }
    },
  }
}

function pageId({ path }: PageRow) {
  return `page:${path}`
}

/** The row of the deepest match; null for an unknown URL. */
export function matchedRow(
  rows: readonly PageRow[],
  matches: readonly { route: { id?: string } }[] | null,
): PageRow | null {
  const id = matches?.at(-1)?.route.id
  return rows.find((row) => pageId(row) === id) ?? null
}

/** The most visited page. It and its layout are loaded without the table of all pages. */
export const FIRST_PAGE = 'reading/story'
const firstPage = import.meta.glob<PageModule>('./reading/story-page.tsx')

export async function loadPage({ page }: PageRow): Promise<PageModule> {
  const pages = page === FIRST_PAGE ? firstPage : (await import('./page-modules.ts')).pages
  const load = pages[`./${page}-page.tsx`]
  if (!load) throw new Error(`There is no page ${page}`)
  return load()
}

async function loadLayout(name: LayoutName) {
  if (name === 'default') return { Component: DefaultLayout }
  const { layouts } = await import('./page-modules.ts')
  const load = layouts[`./layouts/${name}-layout.tsx`]
  if (!load) throw new Error(`There is no layout ${name}`)
  return { Component: (await load()).default }
}

export async function loadAllPages(rows: readonly PageRow[]) {
  await Promise.all(rows.flatMap((row) => [loadPage(row), loadLayout(row.layout)]))
}
