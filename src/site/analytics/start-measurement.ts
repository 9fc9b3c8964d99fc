import { followConsent } from './measurement.ts'

const { base = '/', measurement } = document.querySelector<HTMLElement>('[data-analytics]')?.dataset ?? {}
if (measurement) followConsent(measurement, base)
