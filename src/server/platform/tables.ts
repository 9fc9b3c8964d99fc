// Made from the migrations by `npm run db:snapshot`. Do not edit.
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

export type Tables = {
  account: {
    uid: string
    email: string | null
    emailVerified: Generated<boolean>
    passwordHash: string | null
    passwordUpdatedAt: Date | null
    displayName: string | null
    photoUrl: string | null
    phoneNumber: string | null
    tenantId: string | null
    disabledAt: Date | null
    validSince: Generated<Date>
    createdAt: Generated<Date>
    lastSignInAt: Generated<Date>
  }
  accountProvider: {
    providerId: string
    rawId: string
    uid: string
    email: string | null
    displayName: string | null
    photoUrl: string | null
    linkedAt: Generated<Date>
    issuer: Generated<string>
  }
  analyticsActivity: {
    personId: string
    week: string
  }
  analyticsBatch: {
    id: GeneratedAlways<number>
    receivedAt: Date
    events: Json<unknown>
    run: number | null
  }
  analyticsDay: {
    articleId: string
    dimension: string
    day: string
    value: string
    views: number
    reads: number
    visitors: number
  }
  analyticsDepth: {
    articleId: string
    day: string
    p1: number
    p2: number
    p3: number
    p4: number
    p5: number
    p6: number
    p7: number
    p8: number
    p9: number
    p10: number
    p11: number
    p12: number
    p13: number
    p14: number
    p15: number
    p16: number
    p17: number
    p18: number
    p19: number
    p20: number
  }
  analyticsEvent: {
    day: string
    id: string
    at: Date
    kind: string
    visitor: number
    path: string
    page: string
    articleId: string | null
    source: Generated<string>
    referrer: Generated<string>
    campaign: Generated<string>
    device: string
    language: string
    country: Generated<string>
    name: Generated<string>
    value: Generated<number>
    depthFrom: Generated<number>
    depthTo: Generated<number>
  }
  analyticsHour: {
    dimension: string
    at: Date
    value: string
    views: number
    reads: number
    visitors: number
  }
  analyticsLive: {
    visitor: number
    at: Date
    path: string
    articleId: string | null
  }
  analyticsMonth: {
    articleId: string
    dimension: string
    month: string
    value: string
    views: number
    reads: number
    visitors: number
  }
  analyticsSalt: {
    day: string
    salt: Buffer
  }
  analyticsSeen: {
    day: string
    key: number
  }
  analyticsVital: {
    day: string
    page: string
    name: string
    bucket: number
    samples: number
  }
  analyticsVitalMonth: {
    month: string
    page: string
    name: string
    bucket: number
    samples: number
  }
  announcement: {
    id: string
    text: string
    revision: Generated<number>
    tone: AnnouncementTone
    audience: Audience
    startsAt: Date | null
    endsAt: Date | null
    priority: Generated<number>
    dismissible: boolean
    actionLabel: string | null
    actionLink: string | null
    enabled: boolean
    version: Generated<number>
    createdAt: Date
    updatedAt: Date
    deletedAt: Date | null
  }
  announcementDismissal: {
    personId: string
    announcementId: string
    revision: number
  }
  apiKey: {
    id: string
    hash: Buffer
    lastFour: string
    name: string
    scopes: string[]
    createdBy: string
    createdAt: Date
    expiresAt: Date | null
    lastUsedAt: Date | null
    revokedAt: Date | null
    version: Generated<number>
  }
  appeal: {
    id: string
    caseId: string
    personId: string
    text: string
    createdAt: Date
    decidedAt: Date | null
    decidedBy: string | null
    outcome: AppealOutcome | null
    note: Generated<string>
  }
  article: {
    id: string
    authorId: string
    categoryId: string | null
    slug: string
    state: Generated<ArticleState>
    access: Generated<Access>
    language: Generated<string>
    title: Generated<string>
    subtitle: Generated<string>
    excerpt: Generated<string>
    body: Json<Document>
    html: string
    plain: string
    wordCount: Generated<number>
    readingMinutes: Generated<number>
    cover: NullableJson<Picture>
    canonicalUrl: string | null
    seoTitle: Generated<string>
    seoDescription: Generated<string>
    takesResponses: Generated<boolean>
    featured: Generated<boolean>
    likeCount: Generated<number>
    responseCount: Generated<number>
    scheduledFor: Date | null
    publishedAt: Date | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    membersHtml: Generated<string>
    membersPlain: Generated<string>
    contents: DefaultJson<ContentsItem[]>
    trashedAt: Date | null
    trashedFrom: ArticleState | null
    bookmarkCount: Generated<number>
  }
  articleCoAuthor: {
    articleId: string
    personId: string
    position: number
    publishedAt: Date | null
  }
  articleMove: {
    id: string
    articleId: string
    move: Transition
    fromState: ArticleState
    toState: ArticleState
    byId: string | null
    note: Generated<string>
    at: Date
  }
  articleTag: {
    articleId: string
    tagId: string
    position: number
    publishedAt: Date | null
  }
  auditChain: {
    entryId: number
    position: number
    previous: Buffer | null
    hash: Buffer
  }
  auditEntry: {
    id: GeneratedAlways<number>
    at: Date
    actorId: string | null
    actorKind: ActorKind
    action: string
    outcome: Generated<AuditOutcome>
    targetKind: string | null
    targetId: string | null
    targetName: Generated<string>
    before: NullableJson<JsonObject>
    after: NullableJson<JsonObject>
    reason: Generated<string>
    address: string | null
    requestId: string | null
    keyId: string | null
  }
  backup: {
    id: string
    state: string
    createdAt: Date
    startedAt: Date | null
    finishedAt: Date | null
    madeBy: string | null
    slot: Date | null
    file: string
    size: number | null
    sha256: string | null
    rowCount: number | null
    objectCount: number | null
    missing: Generated<number>
    error: string | null
    verifyState: string | null
    verifiedAt: Date | null
    verifyError: string | null
    leaseId: string | null
    leaseUntil: Date | null
    stage: string | null
    done: Generated<number>
    total: Generated<number>
  }
  berryAccount: {
    id: string
    personId: string | null
    house: GeneratedAlways<boolean>
    balance: Generated<number>
    listed: Generated<boolean>
    createdAt: Generated<Date>
  }
  berryDay: {
    personId: string
    day: string
    kind: EarnRule
    amount: number
  }
  berryEntry: {
    transferId: number
    accountId: string
    amount: number
    balance: number | null
  }
  berryGift: {
    id: string
    articleId: string | null
    giverId: string | null
    receiverId: string | null
    amount: number
    state: GiftState
    at: Date
    settledAt: Date | null
  }
  berryProof: {
    id: GeneratedAlways<number>
    at: Date
    transfers: number
    accounts: number
    differences: DefaultJson<BookDifference[]>
    totals: Json<BookTotals>
  }
  berryRule: {
    kind: EarnRule
    amount: number
    dailyCap: number
    enabled: Generated<boolean>
    version: Generated<number>
  }
  berryTransfer: {
    id: GeneratedAlways<number>
    kind: TransferKind
    cause: string
    at: Date
    articleId: string | null
    reverses: number | null
    note: Generated<string>
    byId: string | null
  }
  billingEvent: {
    provider: PaymentProviderName
    id: string
    type: string
    receivedAt: Date
    handledAt: Date | null
    subject: Generated<string>
    attempts: Generated<number>
    dueAt: Date | null
  }
  billingEventReading: {
    provider: PaymentProviderName
    readUntil: Date
    dueAt: Date
  }
  billingProfile: {
    personId: string
    name: Generated<string>
    address: Generated<string>
    country: Generated<string>
    taxId: Generated<string>
    provider: string | null
    customerId: string | null
  }
  block: {
    blockerId: string
    blockedId: string
    since: Date
  }
  bookmark: {
    listId: string
    articleId: string
    ownerId: string
    note: Generated<string>
    position: number
    addedAt: Date
  }
  cacheMinute: {
    at: Date
    hits: number
    misses: number
  }
  category: {
    id: string
    slug: string
    name: string
    description: Generated<string>
    picture: NullableJson<Picture>
    position: Generated<number>
    storyCount: Generated<number>
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    color: string | null
    followerCount: Generated<number>
    version: Generated<number>
  }
  checkout: {
    id: string
    kind: 'membership' | 'gift'
    personId: string
    planId: string
    couponId: string | null
    provider: PaymentProviderName
    sessionId: string | null
    url: Generated<string>
    state: Generated<'open' | 'paid' | 'expired' | 'refunded'>
    requestId: string
    amount: number
    currency: string
    createdAt: Date
    closedAt: Date | null
    dueAt: Date | null
  }
  coupon: {
    id: string
    code: string
    percentOff: number | null
    amountOff: number | null
    currency: string | null
    duration: CouponDuration
    months: number | null
    planId: string | null
    maxRedemptions: number | null
    redemptions: Generated<number>
    expiresAt: Date | null
    endedAt: Date | null
    createdAt: Date
  }
  couponRedemption: {
    couponId: string
    personId: string
    at: Date
  }
  creatorRank: {
    personId: string
    heat: number
    reads: Generated<number>
  }
  dailyJob: {
    name: string
    begunAt: Date
  }
  draft: {
    articleId: string
    version: Generated<number>
    saveKey: string | null
    title: Generated<string>
    subtitle: Generated<string>
    body: Json<Document>
    html: string
    membersHtml: Generated<string>
    plain: string
    membersPlain: Generated<string>
    contents: DefaultJson<ContentsItem[]>
    wordCount: Generated<number>
    readingMinutes: Generated<number>
    cover: NullableJson<DraftCover>
    categoryId: string | null
    tags: Generated<string[]>
    excerpt: Generated<string>
    slug: string | null
    canonicalUrl: string | null
    seoTitle: Generated<string>
    seoDescription: Generated<string>
    access: Generated<Access>
    language: Generated<string>
    takesResponses: Generated<boolean>
    changed: Generated<boolean>
    updateAskedAt: Date | null
    savedBy: string | null
    savedAt: Generated<Date>
    blockAuthors: DefaultJson<Record<string, string | null>>
    articleState: Generated<ArticleState>
    articleAuthorId: string | null
    publishAt: Generated<Date>
    reviewSince: Date | null
    reviewerId: string | null
    titleWords: GeneratedAlways<string | null>
  }
  earning: {
    month: string
    currency: string
    personId: string | null
    articleId: string | null
    title: string
    reads: number
    authors: number
    tieKey: string
    amount: number
    id: GeneratedAlways<number>
  }
  earningsMonth: {
    month: string
    currency: string
    net: number
    carried: number
    revenue: number
    sharePercent: number
    pool: number
    reads: number
    roundUpFrom: string | null
    test: boolean
    closedAt: Date
  }
  encryptionKey: {
    id: string
    proof: string
    createdAt: Generated<Date>
  }
  engagement: {
    id: string
    articleId: string
    kind: Engagement
    at: Date
  }
  entitlement: {
    personId: string
    until: Date
    source: EntitlementSource
    updatedAt: Date
  }
  exitAnswer: {
    membershipId: string
    at: Date
    reason: ExitReason
    comment: Generated<string>
  }
  finishedToday: {
    articleId: string
    day: string
    reader: Buffer
  }
  follow: {
    followerId: string
    followedId: string
    since: Date
  }
  forYou: {
    personId: string
    position: number
    articleId: string
    why: RecommendationReason['kind']
    whyName: Generated<string>
  }
  forYouState: {
    personId: string
    madeAt: Date | null
    dueAt: Date | null
    lastFinishAt: Date | null
  }
  forYouWeight: {
    personId: string
    newest: Generated<boolean>
    people: Generated<number>
    topics: Generated<number>
    reading: Generated<number>
    trending: Generated<number>
  }
  freeRead: {
    month: string
    reader: Buffer
    articleId: string
    at: Date
  }
  freeReadSalt: {
    month: string
    salt: Buffer
  }
  giftCode: {
    id: string
    codeHash: Buffer | null
    code: string | null
    months: number
    planId: string | null
    checkoutId: string | null
    buyerId: string | null
    recipientName: Generated<string>
    recipientEmail: Generated<string>
    message: Generated<string>
    note: Generated<string>
    state: GiftCodeState
    redeemedBy: string | null
    redeemedAt: Date | null
    expiresAt: Date | null
    requestId: string | null
    createdAt: Date
  }
  giftLink: {
    id: string
    articleId: string
    personId: string
    token: string
    opens: Generated<number>
    createdAt: Date
    expiresAt: Date
  }
  identityProvider: {
    id: string
    name: string
    issuer: string
    clientId: string
    scopes: string[]
    rawNonce: Generated<boolean>
    enabled: Generated<boolean>
    position: number
    version: Generated<number>
  }
  identityProviderSecret: {
    id: string
    clientSecret: string
  }
  impersonation: {
    id: string
    tokenHash: Buffer
    adminId: string
    personId: string
    sessionId: string
    createdAt: Date
    expiresAt: Date
    endedAt: Date | null
  }
  invitation: {
    id: string
    tokenHash: Buffer
    email: string
    role: Role
    byId: string | null
    createdAt: Date
    sentAt: Date
    expiresAt: Date
    usedAt: Date | null
  }
  jobFailure: {
    id: GeneratedAlways<number>
    job: string
    firstAt: Date
    at: Date
    times: Generated<number>
    item: string | null
    error: string
    host: string
    pid: number
  }
  jobState: {
    name: string
    runs: Generated<number>
    failures: Generated<number>
    lastStartedAt: Date | null
    lastSuccessAt: Date | null
    lastDurationMs: number | null
    lastFailureAt: Date | null
    lastError: string | null
  }
  logAnswer: {
    requestId: string
    processId: string
    at: Date
    records: string
  }
  looseBlob: {
    blob: string
    since: Generated<Date>
  }
  mail: {
    id: string
    kind: string
    toAddress: string
    subject: string
    text: string | null
    html: string | null
    link: string | null
    code: string | null
    attempts: Generated<number>
    nextAttemptAt: Date | null
    problem: string | null
    createdAt: Generated<Date>
    sentAt: Date | null
    unsubscribe: string | null
    retriedAt: Date | null
  }
  mailCode: {
    codeHash: Buffer
    kind: ActionKind
    uid: string | null
    email: string
    newEmail: string | null
    createdAt: Generated<Date>
    expiresAt: Date
    usedAt: Date | null
  }
  mailServer: {
    id: Generated<string>
    host: Generated<string>
    port: Generated<number>
    security: Generated<string>
    username: Generated<string>
    fromName: Generated<string>
    fromAddress: Generated<string>
    version: Generated<number>
  }
  mailServerSecret: {
    id: string
    password: string
  }
  media: {
    id: string
    ownerId: string
    kind: string
    state: string
    name: string
    alt: Generated<string>
    type: string
    size: number
    blob: string
    width: number | null
    height: number | null
    animated: Generated<boolean>
    placeholder: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    contentHash: Buffer | null
    address: string | null
  }
  mediaUse: {
    mediaId: string
    kind: string
    ref: string
  }
  mediaVariant: {
    mediaId: string
    width: number
    format: string
    blob: string
    size: number
  }
  memberRead: {
    month: string
    articleId: string
    personId: string
    at: Date
    authorIds: string[]
    title: string | null
  }
  membership: {
    id: string
    personId: string
    state: MembershipState
    planId: string
    provider: PaymentProviderName
    subscriptionId: string
    price: number
    currency: string
    nextAmount: number | null
    period: PlanPeriod
    seats: Generated<number>
    periodStart: Date
    periodEnd: Date
    trialEnd: Date | null
    failedAt: Date | null
    graceUntil: Date | null
    card: Generated<string>
    couponId: string | null
    startedAt: Date
    endedAt: Date | null
    dueAt: Date | null
    updatedAt: Date
    version: Generated<number>
  }
  membershipChange: {
    id: GeneratedAlways<number>
    membershipId: string
    at: Date
    event: MembershipEvent
    fromState: MembershipState
    toState: MembershipState
    provider: PaymentProviderName
    planId: string
    price: number
    currency: string
    period: PlanPeriod
  }
  membershipGrant: {
    id: string
    personId: string
    source: GrantSource
    cause: string
    months: number
    startsAt: Date | null
    endsAt: Date | null
    leftMs: number | null
    createdAt: Date
    endedAt: Date | null
  }
  migration: {
    name: string
    checksum: string
    appliedAt: Generated<Date>
  }
  moderationCase: {
    id: string
    kind: TargetKind
    responseId: string | null
    articleId: string | null
    personId: string
    held: Generated<boolean>
    reportCount: Generated<number>
    appealed: Generated<boolean>
    open: GeneratedAlways<boolean>
    openedAt: Generated<Date>
    decidedAt: Date | null
  }
  moderationDecision: {
    id: string
    caseId: string | null
    personId: string
    action: ModerationAction
    reason: Generated<string>
    note: Generated<string>
    byId: string | null
    at: Date
    until: Date | null
    before: DefaultJson<DecidedFrom>
    undoneAt: Date | null
    undoneBy: string | null
  }
  mute: {
    muterId: string
    mutedId: string
    since: Date
  }
  notification: {
    id: string
    personId: string
    seq: number
    kind: NotificationKind
    about: string
    articleId: string | null
    responseId: string | null
    actorIds: Generated<string[]>
    actorCount: Generated<number>
    detail: DefaultJson<NotificationDetail>
    createdAt: Date
    updatedAt: Date
    readAt: Date | null
    shown: Generated<boolean>
  }
  notificationCause: {
    personId: string
    cause: string
    notificationId: string
    actorId: string | null
    at: Date
  }
  notificationEvent: {
    id: string
    kind: NotificationKind
    cause: string
    actorId: string | null
    articleId: string | null
    responseId: string | null
    personId: string | null
    detail: DefaultJson<NotificationDetail>
    at: Date
    notifiedTo: Generated<string>
    doneAt: Date | null
  }
  notificationMail: {
    personId: string
    notificationId: string
    cause: string
    dueAt: Date
    daily: boolean
  }
  notificationPreference: {
    personId: string
    kind: MailKind
    site: boolean
    email: MailFrequency
    push: boolean
  }
  notificationPush: {
    id: string
    subscriptionId: string
    notificationId: string
    attempts: Generated<number>
    dueAt: Date
    failedAt: Date | null
    error: string | null
  }
  notificationState: {
    personId: string
    lastSeq: Generated<number>
    unread: Generated<number>
  }
  object: {
    bucket: string
    name: string
    blob: string
    ownerUid: string | null
    generation: number
    metageneration: Generated<number>
    size: number
    md5: string
    contentType: string
    cacheControl: string | null
    contentDisposition: string | null
    contentEncoding: string | null
    contentLanguage: string | null
    custom: Json<Record<string, string>>
    downloadToken: string
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  oldHandle: {
    handle: string
    personId: string
    since: Date
  }
  oldSlug: {
    slug: string
    articleId: string
    since: Date
  }
  oldTopicSlug: {
    slug: string
    categoryId: string | null
    tagId: string | null
    since: Date
  }
  passkey: {
    id: string
    uid: string
    name: string
    publicKey: Buffer
    counter: Generated<number>
    transports: Json<string[]>
    createdAt: Generated<Date>
    lastUsedAt: Date | null
  }
  payment: {
    id: string
    personId: string | null
    membershipId: string | null
    kind: 'membership' | 'gift'
    planId: string | null
    provider: PaymentProviderName
    providerId: string
    state: PaymentState
    number: number | null
    description: string
    amount: number
    discount: Generated<number>
    tax: Generated<number>
    refunded: Generated<number>
    currency: string
    periodStart: Date | null
    periodEnd: Date | null
    createdAt: Date
    paidAt: Date | null
    seller: DefaultJson<SellerOfReceipt>
    buyer: DefaultJson<PartyOfReceipt>
  }
  paymentRefund: {
    id: GeneratedAlways<number>
    paymentId: string
    amount: number
    at: Date
  }
  payout: {
    id: string
    personId: string | null
    amount: number
    currency: string
    reference: string
    paidOn: string
    byId: string | null
    createdAt: Date
    voidedAt: Date | null
    voidedBy: string | null
    test: boolean
    requestId: string
  }
  person: {
    id: string
    uid: string | null
    handle: string
    name: string
    about: Generated<string>
    avatar: NullableJson<Picture>
    role: Generated<Role>
    storyCount: Generated<number>
    disabledAt: Date | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    welcomedAt: Date | null
    header: NullableJson<Picture>
    links: DefaultJson<ProfileLink[]>
    story: Generated<string>
    followerCount: Generated<number>
    followingCount: Generated<number>
    erasedAt: Date | null
    confirmed: Generated<boolean>
    seenAt: Generated<Date>
    state: GeneratedAlways<PersonState>
    nameWords: GeneratedAlways<string | null>
  }
  personExport: {
    id: string
    personId: string
    byId: string | null
    createdAt: Date
    attempts: Generated<number>
    nextAttemptAt: Date | null
    problem: string | null
    blob: string | null
    size: number | null
    finishedAt: Date | null
    expiresAt: Date | null
  }
  personNote: {
    id: string
    personId: string
    byId: string | null
    text: string
    createdAt: Date
  }
  personReport: {
    id: string
    personId: string
    byId: string | null
    reason: PersonReportReason
    note: Generated<string>
    createdAt: Date
    resolvedAt: Date | null
  }
  personSanction: {
    personId: string
    bannedAt: Date | null
    bannedUntil: Date | null
    banReason: Generated<string>
    shadowHeldAt: Date | null
  }
  plan: {
    id: string
    name: string
    description: Generated<string>
    period: PlanPeriod
    price: number
    currency: string
    trialDays: Generated<number>
    benefits: Generated<string[]>
    seats: Generated<number>
    position: Generated<number>
    archivedAt: Date | null
    version: Generated<number>
    requestId: string | null
    createdAt: Date
  }
  planPrice: {
    provider: string
    planId: string
    amount: number
    currency: string
    period: PlanPeriod
    providerId: string
  }
  processJob: {
    processId: string
    job: string
    startedAt: Date | null
    nextRunAt: Date | null
  }
  pushKey: {
    id: Generated<number>
    publicKey: string
    privateKey: string
  }
  pushSubscription: {
    id: string
    personId: string
    endpoint: string
    p256dh: string
    auth: string
    device: Generated<string>
    sessionId: string | null
    createdAt: Date
  }
  rateLimit: {
    key: string
    endsAt: Date
    count: number
  }
  reading: {
    personId: string
    articleId: string
    progress: number
    readAt: Date
    finishedAt: Date | null
    startedAt: Date | null
  }
  readingDay: {
    personId: string
    day: string
    reads: Generated<number>
  }
  readingList: {
    id: string
    ownerId: string
    name: string
    description: Generated<string>
    public: Generated<boolean>
    first: Generated<boolean>
    position: number
    itemCount: Generated<number>
    createdAt: Date
    updatedAt: Date
    deletedAt: Date | null
  }
  recoveryCode: {
    uid: string
    codeHash: Buffer
  }
  redemption: {
    id: string
    rewardId: string
    personId: string | null
    transferId: number
    price: number
    state: RedemptionState
    answer: Generated<string>
    note: Generated<string>
    requestId: string
    at: Date
    closedAt: Date | null
    closedBy: string | null
  }
  relatedDue: {
    articleId: string
    since: Date
    spreads: boolean
  }
  relatedStory: {
    articleId: string
    position: number
    otherId: string
  }
  response: {
    id: string
    articleId: string
    authorId: string
    parentId: string | null
    depth: GeneratedAlways<number>
    parentDepth: GeneratedAlways<number | null>
    state: Generated<ResponseState>
    text: string
    likeCount: Generated<number>
    createdAt: Generated<Date>
    editedAt: Date | null
    replyCount: Generated<number>
    pinnedAt: Date | null
    heldFor: HeldFor | null
    deletedAt: Date | null
    changedAt: Generated<Date>
    saveKey: string | null
    hiddenBy: string | null
    hiddenAs: HiddenAs | null
    reportCount: Generated<number>
  }
  responseLike: {
    responseId: string
    personId: string
    at: Date
  }
  responseMention: {
    responseId: string
    personId: string
  }
  responseReport: {
    id: string
    responseId: string
    byId: string | null
    reason: ResponseReportReason
    note: Generated<string>
    createdAt: Date
    resolvedAt: Date | null
  }
  reviewCheck: {
    submissionId: string
    item: string
    byId: string | null
    at: Date
  }
  reviewNote: {
    id: string
    articleId: string
    byId: string | null
    quote: Generated<string>
    text: string
    createdAt: Date
    resolvedAt: Date | null
    resolvedBy: string | null
  }
  reviewReply: {
    id: string
    noteId: string
    byId: string | null
    text: string
    createdAt: Date
  }
  reviewSubmission: {
    id: string
    articleId: string
    revisionId: string | null
    byId: string | null
    fields: NullableJson<SubmittedFields>
    at: Date
  }
  revision: {
    id: string
    articleId: string
    kind: RevisionKind
    version: number
    title: string
    subtitle: string
    body: Json<Document>
    wordCount: number
    savedBy: string | null
    savedAt: Date
  }
  reward: {
    id: string
    kind: RewardKind
    name: string
    description: Generated<string>
    icon: Generated<string>
    price: number
    months: number | null
    stock: number | null
    perPerson: number | null
    question: Generated<string>
    position: Generated<number>
    archivedAt: Date | null
    version: Generated<number>
    createdAt: Date
  }
  searchWord: {
    word: string
    stories: Generated<number>
    heads: Generated<number>
  }
  searchWordChange: {
    word: string
    stories: number
    heads: number
  }
  seat: {
    id: string
    membershipId: string
    email: string
    tokenHash: Buffer | null
    personId: string | null
    invitedAt: Date
    acceptedAt: Date | null
  }
  secondFactor: {
    id: string
    uid: string
    name: string
    secret: string
    lastStep: Generated<number>
    enrolledAt: Generated<Date>
  }
  serviceSession: {
    id: string
    token: string
  }
  session: {
    id: string
    tokenHash: Buffer
    uid: string
    provider: string
    secondFactor: string | null
    device: Generated<string>
    signedInAt: Generated<Date>
    createdAt: Generated<Date>
    lastUsedAt: Generated<Date>
    expiresAt: Date
    endedAt: Date | null
    previousHash: Buffer | null
    rotatedAt: Date | null
    seenAt: Date | null
    origin: string | null
  }
  setting: {
    key: string
    value: Json<unknown>
    updatedAt: Generated<Date>
    version: Generated<number>
  }
  setupLink: {
    tokenHash: Buffer
    expiresAt: Date
  }
  shareLink: {
    id: string
    articleId: string
    tokenHash: Buffer
    byId: string | null
    createdAt: Date
    expiresAt: Date
  }
  signInPicture: {
    id: string
    mediaId: string | null
    alt: string
    decorative: boolean
    focusX: number | null
    focusY: number | null
    quote: string
    attribution: string
    enabled: boolean
    position: number
    version: Generated<number>
    createdAt: Date
    updatedAt: Date
  }
  signInSetting: {
    id: Generated<string>
    methods: string[] | null
    authorizedDomains: Generated<string[]>
    version: Generated<number>
  }
  signingKey: {
    id: string
    publicJwk: Json<JsonObject>
    privateJwk: string
    createdAt: Generated<Date>
  }
  sitePageDraft: {
    page: SitePageName
    title: string
    subtitle: string
    body: Json<Document>
    wordCount: number
    version: number
    saveKey: string | null
    savedBy: string | null
    savedAt: Date
  }
  sitePageVersion: {
    id: string
    page: SitePageName
    kind: 'published' | 'saved'
    version: number
    title: string
    subtitle: string
    body: Json<Document>
    wordCount: number
    note: string
    savedBy: string | null
    savedAt: Date
  }
  siteProcess: {
    id: string
    host: string
    pid: number
    role: string
    version: string
    build: string
    node: string
    startedAt: Date
    seenAt: Date
    memoryBytes: number
    heapBytes: number
    loopDelayMs: number
    listening: boolean
    connections: number
    connectionsWaiting: number
    cachePages: number
    cacheBytes: number
    cacheHits: number
    cacheMisses: number
  }
  sitemapChange: {
    id: GeneratedAlways<number>
    publishedAt: Date
    articleId: string
    removedAt: Date | null
  }
  sitemapPage: {
    number: GeneratedAlways<number>
    firstPublishedAt: Date
    firstId: string
    stories: Generated<number>
    changedAt: Date | null
  }
  slowQuery: {
    id: string
    statement: string
    calls: number
    totalMs: number
    maxMs: number
    lastAt: Date
  }
  storageLimit: {
    id: Generated<string>
    uploadMb: number | null
    personMb: number | null
    siteMb: number | null
    version: Generated<number>
  }
  storageUse: {
    uid: string
    bytes: Generated<number>
  }
  storyLike: {
    articleId: string
    personId: string
    at: Date
  }
  storyMark: {
    articleId: string
    kind: 'featured' | 'mailed'
    at: Date
  }
  storyRank: {
    articleId: string
    categoryId: string | null
    heat: number
    reads: Generated<number>
  }
  storyReport: {
    id: string
    articleId: string
    byId: string | null
    reason: ResponseReportReason
    note: Generated<string>
    createdAt: Date
    resolvedAt: Date | null
  }
  storySearch: {
    articleId: string
    publishedAt: Date
    authorId: string
    categoryId: string | null
    tagIds: string[]
    language: string
    title: string
    head: string
    document: string
  }
  tag: {
    id: string
    slug: string
    name: string
    storyCount: Generated<number>
    createdAt: Generated<Date>
    followerCount: Generated<number>
    version: Generated<number>
  }
  template: {
    id: string
    kind: TemplateKind
    name: string
    description: Generated<string>
    title: Generated<string>
    body: NullableJson<Document>
    position: Generated<number>
    createdAt: Date
    updatedAt: Date
  }
  testInvoice: {
    id: string
    subscriptionId: string | null
    sessionId: string | null
    status: 'paid' | 'open' | 'void'
    amount: number
    discount: Generated<number>
    refunded: Generated<number>
    currency: string
    description: string
    periodStart: Date | null
    periodEnd: Date | null
    createdAt: Date
    paidAt: Date | null
  }
  testSession: {
    id: string
    checkoutId: string
    mode: 'subscription' | 'payment'
    status: 'open' | 'complete' | 'expired'
    details: Json<unknown>
    customerId: string
    subscriptionId: string | null
    invoiceId: string | null
    createdAt: Date
  }
  testSubscription: {
    id: string
    customerId: string
    status: 'trialing' | 'active' | 'past_due' | 'canceled'
    planId: string
    amount: number
    currency: string
    period: PlanPeriod
    percentOff: number | null
    amountOff: number | null
    discountEndsAt: Date | null
    periodStart: Date
    periodEnd: Date
    trialEnd: Date | null
    cancelAtPeriodEnd: Generated<boolean>
    card: TestCard
    retryAt: Date | null
    credit: Generated<number>
    checkoutId: string
    description: string
    endedAt: Date | null
    createdAt: Date
  }
  ticket: {
    tokenHash: Buffer
    kind: string
    uid: string | null
    data: string
    expiresAt: Date
  }
  topicChange: {
    id: string
    action: string
    kind: string
    topicId: string
    intoId: string | null
    stage: Generated<string>
    progressAt: Generated<string>
    done: Generated<number>
    total: Generated<number>
    createdAt: Date
  }
  topicFollow: {
    personId: string
    categoryId: string | null
    tagId: string | null
    since: Date
  }
  unsubscribeLink: {
    tokenHash: Buffer
    personId: string
    kind: MailKind | null
    createdAt: Date
  }
  upload: {
    id: string
    tokenHash: Buffer
    bucket: string
    name: string
    ownerUid: string
    metadata: Json<JsonObject>
    pieces: Json<{ blob: string; size: number }[]>
    received: Generated<number>
    expected: number | null
    finished: Generated<boolean>
    expiresAt: Date
    sessionId: string | null
  }
  visitorSalt: {
    day: string
    salt: Buffer
  }
  webhook: {
    id: string
    url: string
    description: Generated<string>
    events: WebhookEventType[]
    enabled: Generated<boolean>
    disabledReason: DisabledReason | null
    version: Generated<number>
    createdAt: Date
    updatedAt: Date
    failingSince: Date | null
    failures: Generated<number>
    restingUntil: Date | null
    lease: string | null
    leasedUntil: Date | null
  }
  webhookAttempt: {
    id: GeneratedAlways<number>
    deliveryId: number
    at: Date
    durationMs: number
    status: number | null
    error: string | null
    headers: Json<Record<string, string>>
    response: Generated<string>
  }
  webhookDelivery: {
    id: GeneratedAlways<number>
    webhookId: string
    eventId: string
    type: WebhookEventType
    state: Generated<DeliveryState>
    replay: Generated<boolean>
    attempts: Generated<number>
    dueAt: Date
    createdAt: Date
    lastAt: Date | null
    lastStatus: number | null
    lastError: string | null
    durationMs: number | null
  }
  webhookEvent: {
    id: string
    type: WebhookEventType
    at: Date
    body: string
    people: Generated<string[]>
  }
  webhookSecret: {
    id: string
    webhookId: string
    secret: string
    createdAt: Date
    expiresAt: Date | null
  }
  weeklySummary: {
    week: string
  }
  weeklySummaryMail: {
    personId: string
    week: string
  }
}
