import { Refusal } from '#contract/errors.ts'
import type { DataArgs } from '#site/page.ts'

/** `provider` is the ID of the provider to edit, or `new`. */
export async function signInSettingsData({ api, query }: DataArgs) {
  const settings = await api('GET /api/admin/sign-in-settings')
  const asked = query['provider'] ?? null
  const provider = settings.providers.find(({ id, source }) => id === asked && source === 'settings') ?? null
  if (asked !== null && asked !== 'new' && !provider) throw new Refusal('not-found')
  return { settings, form: asked === null ? null : { provider } }
}
