// Finds a browser for the tests, or installs Debian's when running as root.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, withProgress } from './ready.mjs'

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
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const get = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name], { quiet: true, env })
    // Older Debian releases and derivatives only have the full browser.
    const install = () => get('chromium-headless-shell').catch(() => get('chromium'))
    await withProgress('Installing Chromium', () =>
      // On a fresh machine the package lists are missing.
      install().catch(() => run('apt-get', ['update'], { quiet: true, env }).then(install)),
    )
    const now = installed()
    if (now) return now
  }
  console.error('The tests need a browser. Install Chromium or Chrome, or set CHROMIUM to the path of one.')
  console.error('On Debian or Ubuntu: sudo apt-get install chromium')
  process.exit(1)
}

function installed() {
  if (process.env.CHROMIUM && existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places]
  return candidates.find((path) => existsSync(path))
}
