// Finds a browser for the tests, or installs Debian's when running as root.
import { existsSync } from 'node:fs'
import { canInstallDebianPackages, findOnPath, installDebianPackage } from './debian.mjs'
import { withProgress } from './ready.mjs'

// The headless shell (a Debian package) starts fastest.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chrome.exe',
  'msedge.exe',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export async function findChromium() {
  const found = installed()
  if (found) return found
  if (canInstallDebianPackages()) {
    // Older Debian releases and derivatives only have the full browser.
    await withProgress('Installing Chromium', () => installDebianPackage('chromium-headless-shell', 'chromium'))
    const now = installed()
    if (now) return now
  }
  console.error('The tests need a browser. Install Chromium or Chrome, or set CHROMIUM to the path of one.')
  console.error('On Debian or Ubuntu: sudo apt-get install chromium')
  process.exit(1)
}

function installed() {
  if (process.env.CHROMIUM && existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM
  return findOnPath(names) ?? places.find((path) => existsSync(path))
}
