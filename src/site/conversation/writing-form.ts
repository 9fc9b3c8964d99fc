import { onAsk } from './on-ask.tsx'

/** Where a response is written. Most readers write none, so its code comes with the first one that is begun. */
export const WritingForm = onAsk(async () => (await import('./response-form.tsx')).ResponseForm)
