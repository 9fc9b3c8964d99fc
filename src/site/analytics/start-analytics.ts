import { startCollector } from './collector.ts'
import { createSender } from './sender.ts'

const { base = '/', view, measurementCode } = document.querySelector<HTMLElement>('[data-analytics]')?.dataset ?? {}

function start() {
  startCollector({ base, view, sender: createSender(base) })
  if (measurementCode) import(/* @vite-ignore */ measurementCode).catch(() => {})
}

// A page that was loaded ahead and may never be shown.
if (Reflect.get(document, 'prerendering')) document.addEventListener('prerenderingchange', start)
else start()
