import type { Serve } from '#server/platform/api.ts'
import { describeBerries, getBasket, listGifts, listLedger, setListed } from './basket.ts'
import { correctBalance, listTransfers, reverseByAdmin } from './correct-ledger.ts'
import { giveBerries, undoGift } from './gift.ts'
import { createLeaderboard } from './leaderboard.ts'
import { addReward, getRewardsOverview, orderRewards, updateReward, updateRule } from './manage-catalogue.ts'
import { fulfilRedemption, listRedemptions, refundRedemption } from './manage-redemptions.ts'
import { proveNow } from './prove.ts'
import { listOwnRedemptions, redeemReward } from './redeem.ts'

export function rewardRoutes(serve: Serve) {
  const getLeaderboard = createLeaderboard()
  serve('GET /api/berries/about', (ctx) => describeBerries(ctx))
  serve('GET /api/berries', (ctx) => getBasket(ctx))
  serve('GET /api/berries/ledger', (ctx, { query }) => listLedger(ctx, query))
  serve('GET /api/berries/gifts', (ctx, { query }) => listGifts(ctx, query))
  serve('POST /api/stories/{ref}/berries', (ctx, { params, body }) => giveBerries(ctx, params.ref, body))
  serve('POST /api/berries/gifts/{id}/undo', (ctx, { params }) => undoGift(ctx, params.id))
  serve('POST /api/berries/rewards/{id}/redeem', (ctx, { params, body }) => redeemReward(ctx, params.id, body))
  serve('GET /api/berries/redemptions', (ctx) => listOwnRedemptions(ctx))
  serve('GET /api/berries/leaderboard', (ctx) => getLeaderboard(ctx))
  serve('PUT /api/berries/listed', (ctx, { body }) => setListed(ctx, body.listed))
  rewardAdminRoutes(serve)
}

function rewardAdminRoutes(serve: Serve) {
  serve('GET /api/admin/rewards', (ctx) => getRewardsOverview(ctx))
  serve('PUT /api/admin/rewards/rules/{kind}', (ctx, { params, body }) => updateRule(ctx, params.kind, body))
  serve('POST /api/admin/rewards/catalogue', (ctx, { body }) => addReward(ctx, body))
  serve('PUT /api/admin/rewards/catalogue/{id}', (ctx, { params, body }) => updateReward(ctx, params.id, body))
  serve('PUT /api/admin/rewards/order', (ctx, { body }) => orderRewards(ctx, body.ids))
  serve('GET /api/admin/rewards/redemptions', (ctx, { query }) => listRedemptions(ctx, query))
  serve('POST /api/admin/rewards/redemptions/{id}/fulfil', (ctx, { params, body }) =>
    fulfilRedemption(ctx, params.id, body.note),
  )
  serve('POST /api/admin/rewards/redemptions/{id}/refund', (ctx, { params, body }) =>
    refundRedemption(ctx, params.id, body.note),
  )
  serve('GET /api/admin/rewards/ledger', (ctx, { query }) => listTransfers(ctx, query))
  serve('POST /api/admin/rewards/ledger/{id}/reverse', (ctx, { params, body }) =>
    reverseByAdmin(ctx, params.id, body.note),
  )
  serve('POST /api/admin/rewards/corrections', (ctx, { body }) => correctBalance(ctx, body))
  serve('POST /api/admin/rewards/prove', (ctx) => proveNow(ctx))
}
