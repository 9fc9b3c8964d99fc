import '@vitejs/plugin-react/preamble'
import './ui/styles.css'
import { reloadIfReachable } from './browser/builds.ts'
import { failClicks } from './browser/first-input.ts'
import { start } from './browser/start.tsx'

// Not awaited at the top level: the page's own code imports files that would then wait for this one.
// A page whose code is gone was sent by an older build; as it stands it can be read, and its links work.
start().catch(async (error: unknown) => {
  if (!(await reloadIfReachable(location.pathname + location.search))) {
    failClicks({ forGood: true })
    throw error
  }
})
