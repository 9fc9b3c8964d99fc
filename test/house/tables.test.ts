import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The one feature that writes each table. Any feature may read it. */
const owners: Record<string, string> = {
  account: 'identity',
  accountProvider: 'identity',
  announcement: 'banners',
  announcementDismissal: 'banners',
  apiKey: 'api-keys',
  appeal: 'moderation',
  article: 'articles',
  articleCoAuthor: 'articles',
  articleMove: 'articles',
  articleTag: 'articles',
  auditChain: 'audit',
  auditEntry: 'audit',
  backup: 'backup',
  block: 'people',
  bookmark: 'bookmarks',
  cacheMinute: 'platform',
  category: 'taxonomy',
  creatorRank: 'discovery',
  dailyJob: 'platform',
  draft: 'articles',
  encryptionKey: 'platform',
  engagement: 'discovery',
  finishedToday: 'discovery',
  follow: 'people',
  forYou: 'discovery',
  forYouState: 'discovery',
  forYouWeight: 'discovery',
  identityProvider: 'identity',
  identityProviderSecret: 'identity',
  impersonation: 'identity',
  invitation: 'identity',
  notificationEvent: 'notifications',
  jobFailure: 'platform',
  jobState: 'platform',
  logAnswer: 'platform',
  looseBlob: 'storage',
  mail: 'platform',
  mailCode: 'identity',
  mailServer: 'mail',
  mailServerSecret: 'mail',
  media: 'media',
  mediaUse: 'media',
  mediaVariant: 'media',
  migration: 'platform',
  moderationCase: 'moderation',
  moderationDecision: 'moderation',
  mute: 'people',
  notification: 'notifications',
  notificationCause: 'notifications',
  notificationMail: 'notifications',
  notificationPreference: 'notifications',
  notificationPush: 'notifications',
  notificationState: 'notifications',
  object: 'storage',
  oldHandle: 'people',
  oldSlug: 'articles',
  oldTopicSlug: 'taxonomy',
  passkey: 'identity',
  person: 'people',
  personExport: 'people-admin',
  personNote: 'people-admin',
  personReport: 'people',
  processJob: 'platform',
  personSanction: 'people',
  pushKey: 'notifications',
  pushSubscription: 'notifications',
  rateLimit: 'platform',
  reading: 'discovery',
  readingList: 'bookmarks',
  recoveryCode: 'identity',
  relatedDue: 'discovery',
  relatedStory: 'discovery',
  response: 'conversation',
  responseLike: 'conversation',
  responseMention: 'conversation',
  responseReport: 'conversation',
  reviewCheck: 'articles',
  reviewNote: 'articles',
  reviewReply: 'articles',
  reviewSubmission: 'articles',
  revision: 'articles',
  searchWord: 'search',
  searchWordChange: 'search',
  secondFactor: 'identity',
  serviceSession: 'identity',
  session: 'identity',
  setting: 'settings',
  setupLink: 'identity',
  shareLink: 'articles',
  signInPicture: 'banners',
  signInSetting: 'identity',
  signingKey: 'platform',
  siteProcess: 'platform',
  sitePageDraft: 'site-pages',
  sitePageVersion: 'site-pages',
  sitemapChange: 'syndication',
  sitemapPage: 'syndication',
  slowQuery: 'platform',
  storageLimit: 'storage',
  storageUse: 'storage',
  storyLike: 'conversation',
  storyReport: 'moderation',
  storyRank: 'discovery',
  storySearch: 'search',
  tag: 'taxonomy',
  template: 'articles',
  ticket: 'identity',
  topicChange: 'taxonomy',
  topicFollow: 'discovery',
  unsubscribeLink: 'notifications',
  upload: 'storage',
  visitorSalt: 'discovery',
  webhook: 'webhooks',
  webhookAttempt: 'webhooks',
  webhookDelivery: 'webhooks',
  webhookEvent: 'webhooks',
  webhookSecret: 'webhooks',
}

async function sources() {
  const files = await readdir('src/server', { recursive: true })
  const code = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return Promise.all(code.map(async (name) => ({ name, text: await readFile(join('src/server', name), 'utf8') })))
}

test('a table is written by one feature', async () => {
  const strangers: string[] = []
  for (const { name, text } of await sources()) {
    const feature = name.split('/')[0] ?? ''
    for (const [, table = ''] of text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)/g)) {
      if (owners[table] !== feature)
        strangers.push(`${name} writes ${table}, which belongs to ${owners[table] ?? 'nobody'}`)
    }
    for (const [, table = ''] of text.matchAll(
      /(?:insert into|update|delete from)\s+([a-z_]+)\b(?=\s*(?:as|\(|set|where))/g,
    )) {
      const camel = table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      if (owners[camel] !== feature) strangers.push(`${name} writes ${table} in plain SQL`)
    }
  }
  expect(strangers).toEqual([])
})

test('every table has an owner', async () => {
  const tables = await readFile('src/server/platform/tables.ts', 'utf8')
  const named = [...tables.matchAll(/^ {2}(\w+): \{$/gm)].map(([, table]) => table)
  expect(named.toSorted()).toEqual(Object.keys(owners).toSorted())
})
