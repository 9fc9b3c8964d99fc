import { lazyComponent } from './lazy-component.tsx'

/** Most readers never write a response, so the form loads on first use. */
export const LazyResponseForm = lazyComponent(async () => (await import('./response-form.tsx')).ResponseForm)
