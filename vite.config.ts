import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// What every page needs is two files: the libraries, which change seldom, and the shell. What many pages share is a file
// for each subject, so that a page loads few files and a story none of these. A group takes what its modules import, too,
// unless a group of a higher priority has it. A page stays a file of its own: the manifest names its files by it.
const onBaseUi =
  'checkbox|combobox|dialog|drawer|field|form|menu|password-field|popover|progress|select|switch|tabs|toaster|tooltip'
const onLists = 'banner|empty-state|pagination|pill-link|table'
const groups = [
  { name: 'first-input', test: /src\/site\/browser\/first-input\./, priority: 7 },
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 6 },
  {
    name: 'shell',
    test: new RegExp(
      `src/(contract/(constants|endpoint)\\.|site/(chrome/(?!account-menu|nav-strip)|errors/(?!messages)|reading/(play|story-header)|layouts/default|ui/(?!(${onBaseUi}|${onLists})\\.)|(?!(browser|match|page-table|route-rules)\\.)[\\w-]+\\.tsx?$))`,
    ),
    priority: 5,
  },
  { name: 'shell', tags: ['$initial' as const], priority: 4 },
  {
    name: 'lists',
    test: new RegExp(
      `src/site/(ui/(${onLists})\\.|infinite-list/|reading/(story-card|infinite-stories|tag-list)\\.|bookmarks/save|people/(person-row|follow-person|tab-links)\\.)`,
    ),
    priority: 3,
  },
  { name: 'forms', test: /src\/site\/ui\/(field|form|password-field)\./, priority: 2 },
  // The estimate carries a long list of passwords, and is loaded when a new one is typed.
  {
    name: 'identity',
    test: /src\/site\/(identity\/sign-in\/(?!admin|estimate-strength|[\w-]+-page\.)|errors\/messages\.)/,
    priority: 1,
  },
  { name: 'floating', test: /node_modules\/@floating-ui\//, priority: 3 },
  { name: 'dialogs', test: /src\/site\/ui\/dialog\./, priority: 2 },
  { name: 'popups', test: /src\/site\/ui\/(menu|popover)\./, priority: 1 },
  // Every page carries the name of every file: one for all that is about topics.
  { name: 'topics', test: /src\/site\/discovery\/(follow-button|follows|topic-chooser|use-follow-topic)\./ },
]

// The router's package leads everybody to the code that warns its developers; readers get the other.
const router = dirname(createRequire(import.meta.url).resolve('react-router')).replace('development', 'production')
const quietRouter = [
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
]

// A font that comes late is for the next page: on this one its stand-in stays, so that nothing ever moves.
const stillFonts = {
  name: 'still-fonts',
  transform: {
    filter: { id: /\.css($|\?)/ },
    handler: (code: string) => code.replace(/font-display:\s*swap/g, 'font-display: optional'),
  },
}

export default defineConfig(({ command, isSsrBuild }) => ({
  // Addresses inside the build are relative, so one build serves any base address.
  base: './',
  plugins: [react(), tailwind(), stillFonts],
  ...(command === 'build' && !isSsrBuild && { resolve: { alias: quietRouter } }),
  // Libraries of many small files are put into the server's own: a process starts in half the time.
  ...(isSsrBuild && {
    ssr: {
      noExternal: [
        /^@base-ui/,
        /^@iconify\/utils/,
        'jose',
        'kysely',
        'marked',
        'otpauth',
        /^react/,
        'scheduler',
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
            'bramble': 'src/server/bramble.ts',
            'card-thread': 'src/server/syndication/social-cards/thread.ts',
            'document-thread': 'src/server/documents/thread.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      }
    : {
        manifest: true,
        // A font inside a style sheet would need a wider content policy, and every page would carry it.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['src/site/browser.tsx', 'src/site/browser/first-input.ts'],
          output: { codeSplitting: { groups } },
        },
      },
}))
