import type { NotificationKind } from '#contract/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** One person who was told of one cause, with the line that tells it. */
export type Told = { personId: string; notificationId: string; cause: string; kind: NotificationKind }

/** Puts what is to be mailed or pushed into its queues. Inside the transaction that told it, for one piece of people at a time. */
export async function queueDeliveries(_tx: Ctx, _told: Told[]): Promise<void> {}
