import { startCollector } from './collector.ts'
import { createSender } from './sender.ts'

const { base = '/', view } = document.querySelector<HTMLElement>('[data-analytics]')?.dataset ?? {}
const start = () => startCollector({ base, view, sender: createSender(base) })
// A page that was loaded ahead and may never be shown.
if (Reflect.get(document, 'prerendering')) document.addEventListener('prerenderingchange', start)
else start()
