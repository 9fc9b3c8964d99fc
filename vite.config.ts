import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { withoutTextFonts } from './scripts/lib/font-faces.ts'

// Every page loads two chunks: the framework, which changes rarely, and the shell. Code shared by many pages is one chunk
// per subject, so that a page loads few files and a story none of these. A group includes the imports of its modules,
// unless a group of higher priority has them. Each page stays its own chunk, because the manifest is keyed by page.
const onBaseUi =
  'checkbox|combobox|dialog|drawer|field|form|grouped-choice|leave-dialog|menu|password-field|popover|progress|secret-field|select|switch|tabs|toaster|tooltip'
const onLists = 'banner|empty-state|pagination|pill-link'
// Not needed by the shell.
const onDemand = 'copy-text|csv-link|floating-position|radio-group|select-all|table|toggle|use-selection|values'
const groups = [
  // What the first script needs, so that it is one file.
  {
    name: 'first-script',
    test: /src\/(contract\/constants\.|site\/(browser\/(first-|privacy-choice|reload-once|shortcut-keys|stored-mark|web-storage)|ui\/ago))/,
    priority: 7,
  },
  // One file as well. The app does not import it, because extensions may block its name.
  {
    name: 'start-analytics',
    test: /src\/(contract\/analytics\/limits|site\/analytics\/(start-analytics|collector|sender|tracked-pages|web-vitals))\./,
    priority: 6,
  },
  {
    name: 'start-measurement',
    test: /src\/site\/analytics\/(start-measurement|measurement|consent)\./,
    priority: 6,
  },
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 6 },
  {
    name: 'shell',
    test: new RegExp(
      `src/(contract/(constants|endpoint)\\.|site/(chrome/(?!account-menu|first-frame|nav-strip)|errors/(?!describe-error|form-errors|messages|page-not-found|storage-error)|reading/(play|story-header)|search/palette-keys|layouts/default|ui/(?!(${onBaseUi}|${onLists}|${onDemand})\\.)|(?!(browser|match-route|page-modules|route-rules)\\.)[\\w-]+\\.tsx?$))`,
    ),
    priority: 5,
  },
  { name: 'shell', tags: ['$initial' as const], priority: 4 },
  {
    name: 'lists',
    test: new RegExp(
      `src/site/(ui/(${onLists})\\.|infinite-list/|(stories/(story-card|infinite-stories)|reading/tag-list|bookmarks/save[\\w-]*|people/(person-row|follow-person|tab-links))\\.)`,
    ),
    priority: 3,
  },
  { name: 'forms', test: /src\/site\/ui\/(field|form|password-field)\./, priority: 2 },
  // The strength estimate contains a long list of passwords, and is loaded when a new password is typed.
  {
    name: 'identity',
    test: /src\/site\/(identity\/sign-in\/(?!admin|estimate-strength|[\w-]+-page\.)|errors\/messages\.)/,
    priority: 1,
  },
  { name: 'floating', test: /node_modules\/@floating-ui\//, priority: 3 },
  { name: 'dialogs', test: /src\/site\/ui\/dialog\./, priority: 2 },
  { name: 'popups', test: /src\/site\/ui\/(menu|popover)\./, priority: 1 },
  // Every page lists all chunk names, so everything about topics is one chunk.
  { name: 'topics', test: /src\/site\/discovery\/(follow-topic-button|topic-chooser|use-follow-topic)\./ },
]

// The package's default export is the development build with warnings; the site ships the production build.
const router = dirname(createRequire(import.meta.url).resolve('react-router')).replace('development', 'production')
const productionRouter = [
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
]

// Only the two text fonts are preloaded. Of the others, a font that loads late is used on the next page only: this page
// keeps the fallback font, so that its layout never shifts. Only the packages' rules have this format.
const stillFonts = {
  name: 'still-fonts',
  transform: {
    filter: { id: /\.css($|\?)/ },
    handler: (code: string) =>
      withoutTextFonts(code).replace(/font-display:\s*swap(?=[^}]*woff2-variations)/g, 'font-display: optional'),
  },
}

// The router marks none of its components as pure, so that all of them would be shipped, also those that no page uses.
const leanRouter = {
  name: 'lean-router',
  transform: {
    filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
    handler: (code: string) =>
      code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/= (React\d*\.)(forwardRef|memo|createContext)\(/g, '= /* @__PURE__ */ $1$2('),
  },
}

// What only the server reads of the table of pages. Every page loads the table.
const leanRoutes = {
  name: 'lean-routes',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /src\/site\/routes\.ts$/ },
    handler: (code: string) =>
      code
        .replace(/, query: \[([^\]]*)\]/g, (_, names: string) =>
          names.includes("'before'") ? ", query: ['before']" : '',
        )
        .replace(/, (members: '\w+'|neverCached: true|onDemand: true)/g, ''),
  },
}

export default defineConfig(({ command, isSsrBuild }) => ({
  // URLs inside the build are relative, so that one build works with any base path.
  base: './',
  plugins: [react(), tailwind(), stillFonts, leanRouter, ...(command === 'build' && !isSsrBuild ? [leanRoutes] : [])],
  ...(command === 'build' && { resolve: { alias: productionRouter } }),
  // Bundling libraries of many small files halves the startup time of a process.
  ...(isSsrBuild && {
    ssr: {
      noExternal: [
        /^@base-ui/,
        /^@iconify\/utils/,
        /^d3-/,
        'jose',
        'kysely',
        'marked',
        'otpauth',
        /^react/,
        'scheduler',
        // It imports React, of which there must be one copy.
        /^@tanstack/,
        'use-sync-external-store',
        'yaml',
        'zod',
      ],
    },
  }),
  build: isSsrBuild
    ? {
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          input: {
            'main': 'src/server/main.ts',
            'bramble': 'src/server/cli.ts',
            'card-thread': 'src/server/syndication/social-cards/worker-thread.ts',
            'analytics-thread': 'src/server/analytics/worker-thread.ts',
            'document-thread': 'src/server/documents/worker-thread.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      }
    : {
        manifest: true,
        // Inlined fonts would need a looser content security policy and make every page larger.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: [
            'src/site/browser.tsx',
            'src/site/browser/first-script.ts',
            'src/site/analytics/start-analytics.ts',
            'src/site/analytics/start-measurement.ts',
          ],
          output: { codeSplitting: { groups } },
        },
      },
}))
