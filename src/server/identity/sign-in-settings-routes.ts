import type { Serve } from '#server/platform/api.ts'
import { checkProvider } from './check-provider.ts'
import { addProvider, orderProviders, deleteProvider, updateProvider } from './identity-providers.ts'
import { type IdentityEnvironment, getSignInSettings, updateSignInSettings } from './sign-in-settings.ts'

export function signInSettingsRoutes(serve: Serve, environment: IdentityEnvironment) {
  serve('GET /api/admin/sign-in-settings', (ctx) => getSignInSettings(ctx, environment))
  serve('PUT /api/admin/sign-in-settings', (ctx, { body }) => updateSignInSettings(ctx, body, environment))
  serve('POST /api/admin/identity-providers', (ctx, { body }) => addProvider(ctx, body, environment))
  serve('PUT /api/admin/identity-providers/{id}', (ctx, { params, body }) =>
    updateProvider(ctx, params.id, body, environment),
  )
  serve('DELETE /api/admin/identity-providers/{id}', (ctx, { params }) => deleteProvider(ctx, params.id, environment))
  serve('PUT /api/admin/identity-provider-order', (ctx, { body }) => orderProviders(ctx, body.ids, environment))
  serve('POST /api/admin/identity-providers/check', (ctx, { body }) => checkProvider(ctx, body.issuer))
}
