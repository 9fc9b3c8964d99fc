import type pg from 'pg'

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  hasDefault: boolean
  generated: boolean
}

const scalars: Record<string, string> = {
  'text': 'string',
  'integer': 'number',
  'smallint': 'number',
  'bigint': 'number',
  'double precision': 'number',
  'boolean': 'boolean',
  'date': 'string',
  'bytea': 'Buffer',
  'timestamp with time zone': 'Date',
  'jsonb': 'Json<unknown>',
  'ARRAY': 'string[]',
  'tsvector': 'string',
}

/** Columns with a more precise type than the database's. */
const refined: Record<string, string> = {
  'announcement.tone': 'AnnouncementTone',
  'announcement.audience': 'Audience',
  'audit_entry.actor_kind': 'ActorKind',
  'audit_entry.outcome': 'AuditOutcome',
  'audit_entry.before': 'Json<JsonObject>',
  'audit_entry.after': 'Json<JsonObject>',
  'person.role': 'Role',
  'person.state': 'PersonState',
  'invitation.role': 'Role',
  'person.avatar': 'Json<Picture>',
  'person.header': 'Json<Picture>',
  'person.links': 'Json<ProfileLink[]>',
  'person_report.reason': 'PersonReportReason',
  'response.state': 'ResponseState',
  'response.held_for': 'HeldFor',
  'response.hidden_as': 'HiddenAs',
  'response_report.reason': 'ResponseReportReason',
  'story_report.reason': 'ResponseReportReason',
  'moderation_case.kind': 'TargetKind',
  'moderation_decision.action': 'ModerationAction',
  'moderation_decision.before': 'Json<DecidedFrom>',
  'appeal.outcome': 'AppealOutcome',
  'notification_event.kind': 'NotificationKind',
  'notification_event.detail': 'Json<NotificationDetail>',
  'notification.kind': 'NotificationKind',
  'notification.detail': 'Json<NotificationDetail>',
  'notification_preference.kind': 'MailKind',
  'notification_preference.email': 'MailFrequency',
  'unsubscribe_link.kind': 'MailKind',
  'category.picture': 'Json<Picture>',
  'article.cover': 'Json<Picture>',
  'article.body': 'Json<Document>',
  'article.state': 'ArticleState',
  'article.access': 'Access',
  'article.contents': 'Json<ContentsItem[]>',
  'article.trashed_from': 'ArticleState',
  'article_move.move': 'Transition',
  'article_move.from_state': 'ArticleState',
  'article_move.to_state': 'ArticleState',
  'draft.access': 'Access',
  'draft.block_authors': 'Json<Record<string, string | null>>',
  'draft.body': 'Json<Document>',
  'draft.contents': 'Json<ContentsItem[]>',
  'draft.cover': 'Json<DraftCover>',
  'draft.article_state': 'ArticleState',
  'engagement.kind': 'Engagement',
  'for_you.why': "RecommendationReason['kind']",
  'review_submission.fields': 'Json<SubmittedFields>',
  'revision.body': 'Json<Document>',
  'revision.kind': 'RevisionKind',
  'site_page_draft.body': 'Json<Document>',
  'site_page_draft.page': 'SitePageName',
  'site_page_version.body': 'Json<Document>',
  'site_page_version.kind': "'published' | 'saved'",
  'site_page_version.page': 'SitePageName',
  'template.body': 'Json<Document>',
  'template.kind': 'TemplateKind',
  'plan.period': 'PlanPeriod',
  'plan_price.period': 'PlanPeriod',
  'coupon.duration': 'CouponDuration',
  'membership.state': 'MembershipState',
  'membership.provider': 'PaymentProviderName',
  'membership.period': 'PlanPeriod',
  'membership_change.event': 'MembershipEvent',
  'membership_change.from_state': 'MembershipState',
  'membership_change.to_state': 'MembershipState',
  'membership_change.provider': 'PaymentProviderName',
  'membership_change.period': 'PlanPeriod',
  'exit_answer.reason': 'ExitReason',
  'checkout.kind': "'membership' | 'gift'",
  'checkout.provider': 'PaymentProviderName',
  'checkout.state': "'open' | 'paid' | 'expired' | 'refunded'",
  'payment.kind': "'membership' | 'gift'",
  'payment.provider': 'PaymentProviderName',
  'payment.state': 'PaymentState',
  'payment.seller': 'Json<SellerOfReceipt>',
  'payment.buyer': 'Json<PartyOfReceipt>',
  'billing_event.provider': 'PaymentProviderName',
  'billing_event_reading.provider': 'PaymentProviderName',
  'gift_code.state': 'GiftCodeState',
  'membership_grant.source': 'GrantSource',
  'entitlement.source': 'EntitlementSource',
  'test_subscription.status': "'trialing' | 'active' | 'past_due' | 'canceled'",
  'test_subscription.period': 'PlanPeriod',
  'test_subscription.card': 'TestCard',
  'test_session.mode': "'subscription' | 'payment'",
  'test_session.status': "'open' | 'complete' | 'expired'",
  'test_invoice.status': "'paid' | 'open' | 'void'",
  'berry_transfer.kind': 'TransferKind',
  'berry_rule.kind': 'EarnRule',
  'berry_day.kind': 'EarnRule',
  'berry_gift.state': 'GiftState',
  'reward.kind': 'RewardKind',
  'redemption.state': 'RedemptionState',
  'berry_proof.differences': 'Json<BookDifference[]>',
  'berry_proof.totals': 'Json<BookTotals>',
  'mail_code.kind': 'ActionKind',
  'object.custom': 'Json<Record<string, string>>',
  'story_mark.kind': "'featured' | 'mailed'",
  'upload.metadata': 'Json<JsonObject>',
  'upload.pieces': 'Json<{ blob: string; size: number }[]>',
  'passkey.transports': 'Json<string[]>',
  'signing_key.public_jwk': 'Json<JsonObject>',
  'webhook.disabled_reason': 'DisabledReason',
  'webhook.events': 'WebhookEventType[]',
  'webhook_attempt.headers': 'Json<Record<string, string>>',
  'webhook_delivery.state': 'DeliveryState',
  'webhook_delivery.type': 'WebhookEventType',
  'webhook_event.type': 'WebhookEventType',
}

/** The source of `tables.ts`, the table types for Kysely. */
export async function tablesSource(pool: pg.Pool) {
  const columns = await columnsOf(pool)
  const parts = byTable(columns).map(([table, own]) => {
    const fields = own.map((column) => `    ${camel(column.column)}: ${typeOf(column)}`)
    return `  ${camel(table)}: {\n${fields.join('\n')}\n  }`
  })
  return `${header}\nexport type Tables = {\n${parts.join('\n')}\n}\n`
}

const header = `// Made from the migrations by \`npm run db:snapshot\`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Access, ArticleState, ContentsItem, Transition } from '#contract/articles/articles.ts'
import type { ActorKind, AuditOutcome } from '#contract/audit.ts'
import type { AnnouncementTone, Audience } from '#contract/banners.ts'
import type { RevisionKind } from '#contract/articles/revisions.ts'
import type { SubmittedFields } from '#contract/articles/submissions.ts'
import type { TemplateKind } from '#contract/articles/templates.ts'
import type { HeldFor, HiddenAs, ResponseReportReason, ResponseState } from '#contract/conversation/conversation.ts'
import type { Engagement, RecommendationReason } from '#contract/discovery.ts'
import type { Document } from '#contract/document/document.ts'
import type { Role } from '#contract/endpoint.ts'
import type { ActionKind } from '#contract/identity/identity.ts'
import type { PartyOfReceipt, PaymentProviderName, SellerOfReceipt } from '#contract/membership/membership.ts'
import type { CouponDuration, EntitlementSource, ExitReason, GiftCodeState, GrantSource, MembershipEvent, MembershipState, PaymentState, PlanPeriod, TestCard } from '#contract/membership/states.ts'
import type { AppealOutcome, DecidedFrom, ModerationAction, TargetKind } from '#contract/moderation/moderation.ts'
import type { MailFrequency, MailKind, NotificationDetail, NotificationKind } from '#contract/notifications/notifications.ts'
import type { PersonReportReason, ProfileLink } from '#contract/people.ts'
import type { PersonState } from '#contract/people-admin/person-states.ts'
import type { BookDifference, BookTotals } from '#contract/rewards/rewards-admin.ts'
import type { EarnRule, GiftState, RedemptionState, RewardKind, TransferKind } from '#contract/rewards/kinds.ts'
import type { Picture } from '#contract/shapes.ts'
import type { SitePageName } from '#contract/site-pages/names.ts'
import type { DeliveryState, DisabledReason, WebhookEventType } from '#contract/webhooks/event-types.ts'

type JsonObject = Record<string, unknown>
/** The picture is as the library had it when it was chosen. A demo's cover is in no library. */
type DraftCover = { media: string | null; alt: string; focus: { x: number; y: number } | null; picture: Picture }

/** Documents go in as text: the driver would turn a list into an array of the database. */
type Json<Value> = ColumnType<Value, string, string>
type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>
type DefaultJson<Value> = ColumnType<Value, string | undefined, string>
`

function typeOf({ table, column, type, nullable, hasDefault, generated }: Column) {
  const base = refined[`${table}.${column}`] ?? scalars[type]
  if (!base) throw new Error(`${table}.${column} has the unknown type ${type}`)
  const full = nullable ? (base.startsWith('Json<') ? `Nullable${base}` : `${base} | null`) : base
  if (generated) return `GeneratedAlways<${full}>`
  if (hasDefault && full.startsWith('Json<')) return `Default${full}`
  return hasDefault ? `Generated<${full}>` : full
}

async function columnsOf(pool: pg.Pool) {
  const { rows } = await pool.query<Column>(`
    select table_name as "table", column_name as "column", data_type as "type", is_nullable = 'YES' as "nullable",
           column_default is not null as "hasDefault",
           'ALWAYS' in (is_generated, identity_generation) as "generated"
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`)
  return rows
}

function byTable(columns: Column[]) {
  const tables = [...new Set(columns.map(({ table }) => table))]
  return tables.map((name) => [name, columns.filter(({ table }) => table === name)] as const)
}

function camel(name: string) {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The current schema as SQL, for reviews. */
export async function schemaSql(pool: pg.Pool) {
  const columns = await columnsOf(pool)
  const constraints = await pool.query<{ table: string; definition: string }>(`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c') order by 1, contype desc, 2`)
  const indexes = await pool.query<{ table: string; definition: string }>(`
    select tablename as "table", indexdef as definition from pg_indexes
    where schemaname = 'public' and indexname not in (select conname from pg_constraint) order by 1, indexname`)
  const parts = byTable(columns).map(([table, own]) => {
    const lines = [
      ...own.map(({ column, type, nullable }) => `${column} ${type}${nullable ? '' : ' not null'}`),
      ...constraints.rows.filter((row) => row.table === table).map(({ definition }) => definition),
    ]
    const extra = indexes.rows
      .filter((row) => row.table === table)
      .map(({ definition }) => `${definition.replace('public.', '')};\n`)
    return `table ${table} (\n  ${lines.join(',\n  ')}\n);\n${extra.join('')}`
  })
  return `-- Made from the migrations by \`npm run db:snapshot\`. For reading, not for running.\n\n${parts.join('\n')}`
}
