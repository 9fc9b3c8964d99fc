/** In a file without zod, so that pages do not bundle it. */
type ScopeGroup = { name: string; scopes: readonly { scope: string; says: string }[] }

/**
 * What API keys can be allowed to do, as the form shows it. An endpoint names the scope that it requires. Endpoints for
 * accounts, sign-in, roles, secrets and API keys have none, so that no key can call them.
 */
export const apiScopeGroups = [
  {
    name: 'Stories',
    scopes: [
      { scope: 'stories:read', says: 'Read stories, drafts, revisions and review notes.' },
      { scope: 'stories:write', says: 'Create, edit, publish, feature, remove and trash stories.' },
    ],
  },
  {
    name: 'Files',
    scopes: [
      { scope: 'media:read', says: 'Read the media library.' },
      { scope: 'media:write', says: 'Import pictures from other sites, describe files and delete them.' },
    ],
  },
  {
    name: 'Responses and people',
    scopes: [
      { scope: 'responses:read', says: 'Read responses, including hidden and held ones.' },
      { scope: 'responses:write', says: 'Write, edit, hide, pin and delete responses.' },
      { scope: 'moderation:read', says: 'Read the moderation queue, cases and rules.' },
      {
        scope: 'moderation:write',
        says: 'Decide on reports and appeals, warn, ban and shadow-hold people, and change the rules.',
      },
      { scope: 'people:read', says: 'List people, including email addresses, and read their profiles.' },
    ],
  },
  {
    name: 'Topics',
    scopes: [
      { scope: 'taxonomy:read', says: 'Read categories, tags and topics with their usage.' },
      { scope: 'taxonomy:write', says: 'Create, edit, merge and delete categories and tags.' },
    ],
  },
  {
    name: 'Announcements and webhooks',
    scopes: [
      { scope: 'announcements:read', says: 'Read announcements and sign-in pictures.' },
      { scope: 'announcements:write', says: 'Create, edit and delete announcements and sign-in pictures.' },
      { scope: 'webhooks:read', says: 'Read webhooks and their delivery logs.' },
      { scope: 'webhooks:write', says: 'Create, edit, test, replay and delete webhooks.' },
    ],
  },
  {
    name: 'Operations',
    scopes: [
      { scope: 'audit:read', says: 'Read the audit log.' },
      { scope: 'system:read', says: 'Read the state of the system, jobs and backups.' },
      { scope: 'system:write', says: 'Start backups and verify them, run jobs and retry failed ones.' },
    ],
  },
] as const satisfies readonly ScopeGroup[]

export type ApiScope = (typeof apiScopeGroups)[number]['scopes'][number]['scope']

export const apiScopes: readonly ApiScope[] = apiScopeGroups.flatMap(({ scopes }) => scopes.map(({ scope }) => scope))

export const API_KEY_PREFIX = 'bramble_sk_'
export const MAX_API_KEYS = 50
export const MAX_API_KEY_NAME = 100

export const apiKeyLifetimes = [30, 90, 365] as const
export const DEFAULT_LIFETIME_DAYS = 90

/** `stopped` while the creator is not an admin or is disabled. */
export const apiKeyStates = ['active', 'stopped', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]
