import '@vitejs/plugin-react/preamble'
import './ui/styles.css'
import { reloadIfReachable } from './browser/builds.ts'
import { failClicks } from './browser/first-input.ts'
import { start } from './start.tsx'

// No top-level await: chunks of the page import this file and would wait for it.
// A page of an older build whose code is gone can still be read, and its links work.
start().catch(async (error: unknown) => {
  if (!(await reloadIfReachable(location.pathname + location.search))) {
    failClicks({ forGood: true })
    throw error
  }
})
