import * as shapes from '#contract/firebase/auth.ts'
import { ID_TOKEN_MS, SECOND_MS } from '#contract/constants.ts'
import { issueIdToken } from '#server/identity/id-tokens.ts'
import { holderOfRefreshToken, renewSession } from '#server/identity/token-rotation.ts'
import type { AuthCall } from './auth-call.ts'
import { FirebaseAuthError } from './errors.ts'

/** The refresh token does not change: several windows may share it. */
export const tokenCall: AuthCall = {
  method: 'POST',
  path: 'v1/token',
  limit: 'read',
  async run(ctx, body) {
    const { grant_type: grant, refresh_token: refreshToken } = shapes.Refresh.parse(body)
    if (grant !== 'refresh_token') throw new FirebaseAuthError('INVALID_GRANT_TYPE')
    if (refreshToken === '') throw new FirebaseAuthError('MISSING_REFRESH_TOKEN')
    const holder = await holderOfRefreshToken(ctx, refreshToken)
    await renewSession(ctx, holder)
    const { token } = await issueIdToken(ctx, holder)
    return {
      access_token: token,
      id_token: token,
      refresh_token: refreshToken,
      expires_in: String(ID_TOKEN_MS / SECOND_MS),
      token_type: 'Bearer',
      user_id: holder.account.uid,
      project_id: ctx.identity.projectId,
    }
  },
}
