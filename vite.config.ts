import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  // Addresses inside the build are relative, so one build serves any base address.
  base: './',
  plugins: [react(), tailwind()],
  build: isSsrBuild
    ? {
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          input: { main: 'src/server/main.ts', bramble: 'src/server/bramble.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      }
    : {
        manifest: true,
        // A font inside a style sheet would need a wider content policy, and every page would carry it.
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'src/site/browser.tsx' },
      },
}))
