/**
 * The first script of a page, loaded before its other code and on some pages long before it.
 * It and its imports are one small file (see vite.config.ts), so nothing here may import the shell.
 */
import './first-input.ts'
import { hideDismissed } from './first-dismissed.ts'
import { holdKeys } from './first-keys.ts'
import { loadAnalytics, startOnDemand } from './first-start.ts'
import { showLocalTimes } from './first-times.ts'

hideDismissed()
holdKeys()
showLocalTimes()
startOnDemand()
loadAnalytics()
