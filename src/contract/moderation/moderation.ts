import { z } from 'zod'
import { adminListQuery } from '#contract/admin-list.ts'
import {
  type HeldFor,
  type HiddenAs,
  heldReasons,
  responseReportReasons,
  responseStates,
} from '#contract/conversation/conversation.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, Ref, pageOf } from '#contract/shapes.ts'
import {
  MAX_APPEAL_LENGTH,
  type ModerationAction,
  type TargetKind,
  caseViews,
  holdFirstRules,
  moderationActions,
  moderationReasons,
  targetKinds,
} from './names.ts'

export type { ModerationAction, TargetKind }

/** The id of a case: the kind and the id of its target. */
export const TargetId = z.string().regex(/^(response|story|person):[A-Za-z0-9]{20}$/)

export const caseSorts = ['opened', 'reports', 'decided'] as const

const Sanctions = z.object({
  banned: z.boolean(),
  /** The end of a temporary ban. */
  bannedUntil: z.iso.datetime().nullable(),
  shadowHeld: z.boolean(),
})
export type Sanctions = z.infer<typeof Sanctions>

export const Decision = z.object({
  id: z.string(),
  action: z.enum(moderationActions),
  reason: z.enum(moderationReasons).nullable(),
  note: z.string(),
  /** Null when the account was deleted since. */
  by: PersonCard.nullable(),
  at: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  /** Whether it can still be undone. */
  undoable: z.boolean(),
})
export type Decision = z.infer<typeof Decision>

const appealOutcomes = ['accepted', 'rejected'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]
export const Appeal = z.object({
  id: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  outcome: z.enum(appealOutcomes).nullable(),
  note: z.string(),
  decidedAt: z.iso.datetime().nullable(),
})
export type Appeal = z.infer<typeof Appeal>

const CaseStory = z.object({ id: z.string(), slug: z.string(), title: z.string(), published: z.boolean() })

export const ModerationCase = z.object({
  id: TargetId,
  kind: z.enum(targetKinds),
  open: z.boolean(),
  /** Why a response waits for review. Null unless it is held. */
  heldFor: z.enum(heldReasons).nullable(),
  reports: z.int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  appeal: Appeal.nullable(),
  openedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** The state of the response or story; `active` or `disabled` for a person. */
  state: z.string(),
  /** The response, the excerpt of the story, or what the person says about themselves. */
  text: z.string(),
  story: CaseStory.nullable(),
  /** The author, or the person. */
  person: PersonCard,
  sanctions: Sanctions,
  last: Decision.nullable(),
  /** What the viewer can decide now. */
  can: z.array(z.enum(moderationActions)),
})
export type ModerationCase = z.infer<typeof ModerationCase>

const CaseReport = z.object({
  id: z.string(),
  reason: z.string(),
  note: z.string(),
  by: PersonCard.nullable(),
  at: z.iso.datetime(),
  open: z.boolean(),
})

export const ContextResponse = z.object({
  id: z.string(),
  author: PersonCard,
  text: z.string(),
  state: z.enum(responseStates),
  at: z.iso.datetime(),
})
export type ContextResponse = z.infer<typeof ContextResponse>

const History = z.object({
  joinedAt: z.iso.datetime(),
  responses: z.int(),
  stories: z.int(),
  held: z.int(),
  hidden: z.int(),
  deleted: z.int(),
  warned: z.int(),
  banned: z.int(),
  /** Reports of the person and of their responses and stories. */
  reports: z.int(),
})
export type History = z.infer<typeof History>

export const CaseDetail = ModerationCase.extend({
  openReports: z.array(CaseReport),
  /** The response that this one replies to. */
  parent: ContextResponse.nullable(),
  /** Responses before and after it in the same place. */
  before: z.array(ContextResponse),
  after: z.array(ContextResponse),
  history: History,
  decisions: z.array(Decision),
  /** True when the viewer hid what is appealed and another editor could decide. */
  ownDecision: z.boolean(),
})
export type CaseDetail = z.infer<typeof CaseDetail>

const Outcome = z.object({
  id: z.string(),
  /** The id of the decision, to undo it. */
  decision: z.string().nullable(),
  refused: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export const responseListSorts = ['created', 'reports'] as const
export const listedStates = [...responseStates, 'shadow'] as const
export const ListedResponse = z.object({
  /** The id of its case, also when it has none yet. */
  id: TargetId,
  text: z.string(),
  state: z.enum(responseStates),
  heldFor: z.enum(heldReasons).nullable(),
  reports: z.int(),
  createdAt: z.iso.datetime(),
  author: PersonCard,
  story: CaseStory,
  reply: z.boolean(),
  /** What the viewer can decide now. */
  can: z.array(z.enum(moderationActions)),
})
export type ListedResponse = z.infer<typeof ListedResponse>

const Entries = (longest: number) => z.array(z.string().trim().min(1).max(longest)).max(1000)

export const ModerationRules = z.object({
  holdFirst: z.enum(holdFirstRules),
  blockedWords: Entries(60),
  blockedDomains: Entries(253),
  /** Responses with more links are held. */
  maxLinks: z.int().min(0).max(100),
  /** Open reports that hold a response; 0 for never. */
  reportsToHold: z.int().min(0).max(100),
})
export type ModerationRules = z.infer<typeof ModerationRules>

const Match = z.object({
  /** The rule that holds the text. */
  rule: z.enum(['words', 'domains', 'links']),
  /** The entry that matches, or the number of links. */
  entry: z.string(),
  /** What it matches in the text, as far as it is one piece. */
  found: z.string(),
})
export type RuleMatch = z.infer<typeof Match>

const StoredRules = z.object({ rules: ModerationRules, defaults: ModerationRules, version: z.string() })
export type StoredRules = z.infer<typeof StoredRules>

const Note = z.string().trim().max(1000).default('')

export const moderationEndpoints = {
  'POST /api/stories/{ref}/report': {
    access: 'reader',
    says: 'Reports a story to the editors.',
    params: z.object({ ref: Ref }),
    body: z.object({ reason: z.enum(responseReportReasons), note: Note }),
    reply: z.object({}),
  },
  'GET /api/appeals/{target}': {
    access: 'reader',
    says: 'Returns why your response was hidden or your story removed, and your appeal.',
    params: z.object({ target: TargetId }),
    reply: z.object({
      possible: z.boolean(),
      reason: z.enum(moderationReasons).nullable(),
      note: z.string(),
      appeal: Appeal.nullable(),
    }),
  },
  'POST /api/appeals/{target}': {
    access: 'reader',
    says: 'Appeals once against the hiding of your response or the removal of your story.',
    params: z.object({ target: TargetId }),
    body: z.object({ text: z.string().trim().min(1).max(MAX_APPEAL_LENGTH) }),
    reply: Appeal,
  },
  'GET /api/admin/moderation': {
    access: 'editor',
    scope: 'moderation:read',
    says: 'Lists the moderation cases: held and reported responses, reported stories and people, and appeals.',
    query: adminListQuery(caseSorts).extend({
      view: z.enum(caseViews).default('open'),
      kind: z.enum(targetKinds).optional(),
    }),
    reply: pageOf(ModerationCase),
  },
  'GET /api/admin/moderation/counts': {
    access: 'editor',
    scope: 'moderation:read',
    says: 'Counts the cases of each view, up to 1,000.',
    reply: z.record(z.enum(caseViews), z.int()),
  },
  'GET /api/admin/moderation/cases/{target}': {
    access: 'editor',
    scope: 'moderation:read',
    says: 'Returns a case with its reports, the context, the history of the person and earlier decisions.',
    params: z.object({ target: TargetId }),
    reply: CaseDetail,
  },
  'POST /api/admin/moderation/decisions': {
    access: 'editor',
    scope: 'moderation:write',
    says: 'Decides about one or more responses, stories or people. Replies with an outcome for each.',
    body: z.object({
      targets: z.array(TargetId).min(1).max(100),
      action: z.enum(moderationActions),
      reason: z.enum(moderationReasons).nullable().default(null),
      note: Note,
      /** The length of a ban; null for a permanent one. */
      days: z.int().min(1).max(3650).nullable().default(null),
    }),
    reply: z.array(Outcome),
  },
  'POST /api/admin/moderation/decisions/{id}/undo': {
    access: 'editor',
    scope: 'moderation:write',
    says: 'Undoes the last approve or hide of a target and opens its reports again.',
    params: z.object({ id: Id }),
    reply: z.object({}),
  },
  'POST /api/admin/appeals/{id}': {
    access: 'editor',
    scope: 'moderation:write',
    says: 'Decides an appeal. Accepting it shows the response or restores the story.',
    params: z.object({ id: Id }),
    body: z.object({ outcome: z.enum(appealOutcomes), note: Note }),
    reply: Appeal,
  },
  'GET /api/admin/responses': {
    access: 'editor',
    scope: 'responses:read',
    says: 'Lists all responses, newest first. `q` finds words of the text, `author` a handle, `story` a slug or id.',
    query: adminListQuery(responseListSorts).extend({
      state: z.enum(listedStates).optional(),
      author: z.string().max(120).optional(),
      story: z.string().max(120).optional(),
    }),
    reply: pageOf(ListedResponse),
  },
  'GET /api/admin/moderation/rules': {
    access: 'editor',
    scope: 'moderation:read',
    says: 'Returns the rules that hold responses, their defaults and the version to send back with a change.',
    reply: StoredRules,
  },
  'PUT /api/admin/moderation/rules': {
    access: 'editor',
    scope: 'moderation:write',
    says: 'Changes the rules that hold responses. Refuses with `version-conflict` if they were changed meanwhile.',
    body: z.object({ rules: ModerationRules, version: z.string().max(80) }),
    bodyBytes: 512 * 1024,
    reply: StoredRules,
  },
  'POST /api/admin/moderation/rules/test': {
    access: 'editor',
    scope: 'moderation:read',
    limit: 'look',
    says: 'Returns which of these rules would hold a text, and why.',
    body: z.object({ rules: ModerationRules, text: z.string().max(10_000) }),
    bodyBytes: 512 * 1024,
    reply: z.object({ matches: z.array(Match) }),
  },
  'POST /api/admin/moderation/rules/check': {
    access: 'editor',
    scope: 'moderation:read',
    limit: 'look',
    says: 'Returns which of the latest 2,000 responses these rules would have held.',
    body: z.object({ rules: ModerationRules }),
    bodyBytes: 512 * 1024,
    reply: z.object({
      checked: z.int(),
      held: z.int(),
      counts: z.record(z.enum(['words', 'domains', 'links']), z.int()),
      samples: z.array(z.object({ response: ListedResponse, match: Match })),
    }),
  },
} satisfies EndpointTable

/** The state before a decision, for an undo. */
export type DecidedFrom = {
  state?: string
  heldFor?: HeldFor | null
  hiddenAs?: HiddenAs | null
  hiddenBy?: string | null
}
